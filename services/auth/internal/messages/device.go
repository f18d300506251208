package messages

import "github.com/mileusna/useragent"

// Device returns the browser and the system that a user agent names, for example "Firefox" and "macOS". Each is empty if it is unknown.
func Device(userAgent string) (browser, system string) {
	ua := useragent.Parse(userAgent)
	if ua.IsUnknown() {
		return "", ""
	}
	return ua.Name, ua.OS
}
