package main

import "syscall/js"

func main() {
	var d desk
	js.Global().Set("rollscopeRego", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(d.handle([]byte(args[0].String())))
	}))
	select {}
}
