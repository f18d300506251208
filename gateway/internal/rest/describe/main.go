// Command describe writes the OpenAPI document of the gateway's routes (proto/gen/openapi/openapi.json) and the table of reasons in
// docs/api/README.md. `make gen` runs it in the repository's root, after buf has built the protos and protoc-gen-openapiv3 has described their RPCs.
//
// It adds what the generator can't know:
//   - which fields a response always has, because it doesn't know EmitUnpopulated, and which may be null (proto/fields.json)
//   - the values of strings, from proto/fields.json
//   - the values, lengths, patterns and bounds of requests, and which fields they need, from the rules of protovalidate
//   - the credential and the headers of each route, from the table of routes
//   - the routes that are no RPCs, the error format and the codes of errors (plain.json, reasons.proto)
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "describe:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := protos(".cache/proto.binpb")
	if err != nil {
		return err
	}
	codes, err := reasons(files)
	if err != nil {
		return err
	}
	if err := writeTable("docs/api/README.md", codes); err != nil {
		return err
	}
	d := document{messages: map[string]object{}, operations: map[string]map[string]object{}}
	if err := d.rpcs(files); err != nil {
		return err
	}
	if err := d.plain("gateway/internal/rest/describe/plain.json", codes); err != nil {
		return err
	}
	if err := d.policy(); err != nil {
		return err
	}
	text, err := json.MarshalIndent(d.whole, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile("proto/gen/openapi/openapi.json", append(text, '\n'), 0o644) //nolint:gosec // a file of the repository
}

// protos reads an image of buf.
func protos(path string) (*protoregistry.Files, error) {
	image, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var set descriptorpb.FileDescriptorSet
	if err := proto.Unmarshal(image, &set); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	files, err := protodesc.NewFiles(&set)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return files, nil
}

// generated returns the documents of protoc-gen-openapiv3, one for each file of RPCs.
func generated() ([]object, error) {
	paths, err := filepath.Glob(".cache/openapi/vitrine/*/v1/*.openapi.json")
	if err != nil {
		return nil, err
	}
	var all []object
	for _, path := range paths {
		var one object
		if err := read(path, &one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func read(path string, into any) error {
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// short returns the name of a message without its package.
func short(full string) string { return full[strings.LastIndex(full, ".")+1:] }
