// Package pipelines holds the tests of what plugs lint into other tools: the action of
// GitHub, the hook of pre-commit, the snippet for GitLab, the plugin of kubectl.
package pipelines
