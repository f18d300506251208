package kit

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestALogLineStaysOneLine: a caller can choose a logged text, and must not add lines or control a terminal with it.
func TestALogLineStaysOneLine(t *testing.T) {
	const text = "a\nb\r\n{\"level\":\"ERROR\",\"msg\":\"forged\"}\u2028\x1b[31m\x00"
	for _, format := range []string{"json", "text"} {
		var out bytes.Buffer
		log := Common{LogFormat: format}.Logger(&out, "gateway")
		log.Warn(text, text, text, "error", text)
		line := out.String()
		if strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "\n") || strings.ContainsAny(line, "\r\x1b\x00\u2028") {
			t.Errorf("%s: %q, want one line without control characters", format, line)
		}
		if format == "text" {
			continue
		}
		var read map[string]string
		if err := json.Unmarshal(out.Bytes(), &read); err != nil || read["msg"] != text || read["error"] != text || read["service"] != "gateway" {
			t.Errorf("%v %q; want %q as message and error", err, read, text)
		}
		// RFC 3339 has an offset from UTC.
		if at, err := time.Parse(time.RFC3339Nano, read["time"]); err != nil || time.Since(at).Abs() > time.Minute {
			t.Errorf("time = %q, %v, want RFC 3339 within the last minute", read["time"], err)
		}
	}
}
