// Package messages holds the texts of emails about sessions and wallets.
package messages

import "time"

// Mail is the text of an email. Action labels its button. Names are what people called things that it quotes.
type Mail struct {
	Subject, Action   string
	Paragraphs, Names []string
}

// BadCursor is said of a cursor that the list of accounts did not return.
const BadCursor = "That page of the list doesn’t exist. Start from the first page."

// SessionReused is about a session that was ended because its token was used twice.
func SessionReused(begun time.Time) Mail {
	return Mail{
		Subject: "We ended one of your sessions",
		Paragraphs: []string{
			"A session that started on " + stamp(begun) + " was used from two places. Someone may have copied it, so we ended it.",
			"You only need to log in again. If you don't know why this happened, change your password.",
		},
		Action: "Open Vitrine",
	}
}

// NewLogin is about a login in a browser that the account has not used before.
func NewLogin(userAgent, network string, at time.Time) Mail {
	where := "a browser"
	switch browser, system := Device(userAgent); {
	case browser != "" && system != "":
		where = browser + " on " + system
	case browser != "":
		where = browser
	}
	if network != "" {
		where += " in the network " + network
	}
	return Mail{
		Subject: "New login to your account",
		Paragraphs: []string{
			"Someone logged in to your account from " + where + " on " + stamp(at) + ". You haven't used this browser here before.",
			"Was it you? Then there's nothing to do.",
			"Not you? With the button below you can log your account out everywhere and put withdrawals on hold. The link works once, for 7 days.",
		},
		Action: "This wasn't me",
	}
}

// LoginReported is about the end of all sessions after a login was reported.
func LoginReported(at time.Time) Mail {
	return Mail{
		Subject: "We logged your account out everywhere",
		Paragraphs: []string{
			"On " + stamp(at) + " you reported a login that wasn't yours. We ended all sessions, and withdrawals now wait for a while.",
			"Change your password before you log in again. Then check your wallets and requests, and contact us if you see something that isn't yours.",
		},
		Action: "Log in",
	}
}

// PasskeyAdded is about a passkey that now confirms what the person does.
func PasskeyAdded(name string, at time.Time) Mail {
	return Mail{
		Subject: "Passkey added to your account",
		Paragraphs: []string{
			"The passkey \"" + name + "\" was added to your account on " + stamp(at) + ". From now on we ask for a passkey before art or money moves.",
			"Not you? Log in, end all other sessions, change your password and contact us. To protect you, withdrawals may wait for a while after this change.",
		},
		Action: "View your passkeys", Names: []string{name},
	}
}

// PasskeyRemoved is about a passkey that no longer confirms anything.
func PasskeyRemoved(at time.Time) Mail {
	return Mail{
		Subject: "Passkey removed from your account",
		Paragraphs: []string{
			"A passkey was removed from your account on " + stamp(at) + ".",
			"Not you? Log in, end all other sessions, change your password and contact us. To protect you, withdrawals may wait for a while after this change.",
		},
		Action: "View your passkeys",
	}
}

// RecoveryCodeUsed is about a recovery code that was used instead of a passkey.
func RecoveryCodeUsed(at time.Time) Mail {
	return Mail{
		Subject: "A recovery code of your account was used",
		Paragraphs: []string{
			"On " + stamp(at) + " one of your recovery codes was used instead of a passkey. You can't use it again.",
			"Not you? Log in, end all other sessions, create new recovery codes, change your password and contact us.",
		},
		Action: "View your passkeys",
	}
}

// WalletLinked is about a wallet that can now log in to the account.
func WalletLinked(address string, at time.Time) Mail {
	return Mail{
		Subject: "Wallet linked to your account",
		Paragraphs: []string{
			"The wallet " + address + " was linked to your account on " + stamp(at) + ". You can now log in with it.",
			"Not you? Log in, unlink the wallet, change your password and contact us. To protect you, withdrawals may wait for a while after this change.",
		},
		Action: "View your wallets",
	}
}

// WalletUnlinked is about a wallet that can no longer log in to the account.
func WalletUnlinked(address string, at time.Time) Mail {
	return Mail{
		Subject: "Wallet unlinked from your account",
		Paragraphs: []string{
			"The wallet " + address + " was unlinked from your account on " + stamp(at) + ". You can no longer log in with it, and its sessions have ended.",
			"Not you? Change your password and contact us. To protect you, withdrawals may wait for a while after this change.",
		},
		Action: "View your wallets",
	}
}

func stamp(t time.Time) string { return t.UTC().Format("2 January 2006 at 15:04 UTC") }
