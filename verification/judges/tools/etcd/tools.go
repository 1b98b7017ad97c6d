//go:build tools

// Package tools names what is built here, so that go.sum covers it.
package tools

import _ "go.etcd.io/etcd/server/v3"
