//go:build tools

// Package tools names what is built here, so that go.sum covers it.
package tools

import _ "github.com/prometheus/prometheus/cmd/promtool"
