# METADATA
# title: paths
# description: Paths of the node, as facts have them, without doubled or trailing slashes.
package rollscope.lib.paths

# METADATA
# description: whether path is dir or below it
within(path, dir) if path == dir

within(path, dir) if startswith(path, $"{dir}/")

# METADATA
# description: whether path is one of dirs or below one of them
within_any(path, dirs) if {
	some dir in dirs
	within(path, dir)
}

# METADATA
# description: the path with the usual link resolved, /run for /var/run
real(path) := "/run" if path == "/var/run"

real(path) := $"/run/{trim_prefix(path, "/var/run/")}" if startswith(path, "/var/run/")

real(path) := path if not within(path, "/var/run")
