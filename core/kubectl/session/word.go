package session

import "strings"

// valued are the flags that stand before a command and have a value.
const valued = " -n --namespace -s --server -v --v --as --as-group --as-uid --cache-dir --certificate-authority" +
	" --client-certificate --client-key --cluster --context --kubeconfig --kuberc --profile --profile-output" +
	" --request-timeout --tls-server-name --token --user --username --password "

// Word takes the first word that is no flag off a command line, "" for none.
// Flags that stand before it go on to the rest.
func Word(args []string) (word string, rest []string) {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--":
			return "", args
		case !strings.HasPrefix(arg, "-") || arg == "-":
			return arg, append(append([]string(nil), args[:i]...), args[i+1:]...)
		case strings.Contains(valued, " "+arg+" "):
			i++
		}
	}
	return "", args
}
