package api

import (
	"context"
	"strings"

	"google.golang.org/genproto/googleapis/api/httpbody"
	"google.golang.org/protobuf/types/known/timestamppb"

	"github.com/vitrine/vitrine/kit/rpc"
	checkoutv1 "github.com/vitrine/vitrine/proto/gen/vitrine/checkout/v1"
	"github.com/vitrine/vitrine/services/checkout/internal/documents"
	"github.com/vitrine/vitrine/services/checkout/internal/sale"
)

// StatementPrinter prints statements.
type StatementPrinter interface {
	Statement(ctx context.Context, s sale.Statement, seller documents.Seller) ([]byte, error)
	StatementCSV(s sale.Statement) ([]byte, error)
}

// Sales implements SalesService.
type Sales struct {
	Sales   *sale.Service
	Printer StatementPrinter
	Seller  documents.Seller
}

// ListSales implements the service.
func (s Sales) ListSales(ctx context.Context, req *checkoutv1.ListSalesRequest) (*checkoutv1.ListSalesResponse, error) {
	list, err := s.Sales.List(ctx, rpc.Caller(ctx).Subject, int(req.GetPage()))
	if err != nil {
		return nil, public(err)
	}
	out := &checkoutv1.ListSalesResponse{TotalCount: int32(list.Total), Page: int32(list.Page), PageCount: int32(list.Pages)}
	for _, one := range list.Items {
		out.Items = append(out.Items, sold(one))
	}
	for _, sum := range list.Sums {
		out.Sums = append(out.Sums, &checkoutv1.ArtistSum{
			Currency: sum.Currency, ChainId: sum.ChainID, Earned: sum.Earned.String(), Credited: sum.Credited.String(), Held: sum.Held.String(),
		})
	}
	return out, nil
}

// GetStatement implements the service.
func (s Sales) GetStatement(ctx context.Context, req *checkoutv1.GetStatementRequest) (*httpbody.HttpBody, error) {
	name, format, _ := strings.Cut(req.GetFile(), ".")
	period, err := sale.ParsePeriod(name)
	if err != nil {
		return nil, public(err)
	}
	statement, err := s.Sales.Statement(ctx, rpc.Caller(ctx).Subject, period)
	if err != nil {
		return nil, public(err)
	}
	contentType, data := "application/pdf", []byte(nil)
	if format == "csv" {
		contentType = "text/csv; charset=utf-8"
		data, err = s.Printer.StatementCSV(statement)
	} else {
		data, err = s.Printer.Statement(ctx, statement, s.Seller)
	}
	if err != nil {
		return nil, err
	}
	return rpc.File(ctx, contentType, "attachment", "statement-"+req.GetFile(), data), nil
}

func sold(s sale.Sale) *checkoutv1.Sale {
	m := &checkoutv1.Sale{
		Id: s.ID, SoldAt: timestamppb.New(s.SoldAt), ArtworkId: s.ArtworkID, ArtworkSlug: s.Slug, ArtworkTitle: s.Title, EditionNumber: s.Edition,
		EditionSize: s.EditionSize, Price: &checkoutv1.Money{Amount: s.Price.Amount, Currency: s.Price.Currency}, ShareBps: int32(s.ShareBps),
		State: string(s.State), HeldReason: s.HeldReason, PayoutAddress: s.Payout, PartlyRefunded: s.PartlyRefunded, Disputed: s.Disputed,
	}
	if s.Card {
		m.PaymentMethod, m.Share = "card", &checkoutv1.Money{Amount: s.Share.Big().Int64(), Currency: s.Price.Currency}
		return m
	}
	m.PaymentMethod, m.PaidWei, m.ShareWei, m.ChainId, m.TransactionHash = "ether", s.Paid.String(), s.Share.String(), s.ChainID, s.Transaction
	return m
}
