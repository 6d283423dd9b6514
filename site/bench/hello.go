//go:build ignore

// Command hello is the smallest Go program: what the page's programs are measured beside.
package main

func main() { println("hello") }
