// Package parts calls the services with personal data.
package parts

import (
	"context"

	personalv1 "github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1"
	"github.com/vitrine/vitrine/proto/gen/vitrine/personal/v1/personalv1connect"
)

// Part implements datarequest.Part by a service's RPCs.
type Part struct {
	name   string
	client personalv1connect.PersonalServiceClient
}

// New returns a part that uses a client of the service.
func New(name string, client personalv1connect.PersonalServiceClient) *Part {
	return &Part{name, client}
}

// Name implements datarequest.Part.
func (p *Part) Name() string { return p.name }

// Export implements datarequest.Part.
func (p *Part) Export(ctx context.Context, accountID string, names []string) ([]byte, error) {
	res, err := p.client.Export(ctx, &personalv1.ExportRequest{Who: accountID, Addresses: names})
	if err != nil {
		return nil, err
	}
	return res.GetData(), nil
}

// Forget implements datarequest.Part.
func (p *Part) Forget(ctx context.Context, accountID string, names []string, check bool) ([]string, error) {
	res, err := p.client.Forget(ctx, &personalv1.ForgetRequest{AccountId: accountID, Addresses: names, Check: check})
	if err != nil {
		return nil, err
	}
	return res.GetReasons(), nil
}
