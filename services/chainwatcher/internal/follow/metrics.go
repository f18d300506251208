package follow

import (
	"errors"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/vitrine/vitrine/kit/metrics"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/chain"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/watching"
)

// Metrics are the metrics that alarms use.
type Metrics struct {
	height, finalized, blockTime, headAge, progressAge, stopped, haltedChains, pausedKeys, stalled *prometheus.GaugeVec
	failures, dropped, prices, refunds, payees                                                     *prometheus.CounterVec
	oldest, inReview, unordered                                                                    prometheus.Gauge

	// Progress is what /readyz reports.
	Progress *Progress
}

// NewMetrics registers the metrics, or reuses those that another instance in this process has registered.
func NewMetrics() *Metrics {
	gauge := func(name, help string, labels ...string) *prometheus.GaugeVec {
		return metrics.Register(prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels))
	}
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return metrics.Register(prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels))
	}
	return &Metrics{
		Progress:     NewProgress(),
		height:       gauge("chainwatcher_processed_block", "Height of the newest processed block.", "chain"),
		finalized:    gauge("chainwatcher_final_block", "Height up to which nothing is undone.", "chain"),
		blockTime:    gauge("chainwatcher_processed_block_time_seconds", "Unix time of the newest processed block.", "chain"),
		headAge:      gauge("chainwatcher_head_age_seconds", "Time since a majority of the nodes last reported their head.", "chain"),
		progressAge:  gauge("chainwatcher_progress_age_seconds", "Time since the newest processed block changed.", "chain"),
		stopped:      gauge("chainwatcher_stopped", "1 while a reorganisation below finality, or a changed address of a contract, keeps the watcher still.", "chain"),
		haltedChains: gauge("chainwatcher_halted", "1 while nothing is signed on the chain, until an operator releases it.", "chain"),
		pausedKeys:   gauge("chainwatcher_key_paused", "1 while fees are above the cap.", "chain", "sender"),
		stalled:      gauge("chainwatcher_finality_stalled", "1 while blocks come and none has become final for too long.", "chain"),
		failures:     counter("chainwatcher_step_failures_total", "Steps of the watcher that failed, by reason.", "chain", "reason"),
		dropped:      counter("chainwatcher_node_dropped_total", "How often a node was left out for a while, by reason.", "chain", "node", "reason"),
		prices:       counter("chainwatcher_prices_refused_total", "Quotes without a trustworthy price, by reason.", "chain", "reason"),
		refunds:      counter("chainwatcher_refunds_refused_total", "Refunds that were not taken on, by reason.", "chain", "reason"),
		payees:       counter("chainwatcher_payee_mismatches_total", "Balances of payees that the payment contract contradicts.", "chain"),
		inReview: metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "chainwatcher_withdrawals_in_review", Help: "Withdrawals above a daily limit that wait for a member of staff.",
		})),
		unordered: metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "chainwatcher_mints_without_order", Help: "Tokens of the last day whose final mint belongs to no order.",
		})),
		oldest: metrics.Register(prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "chainwatcher_oldest_waiting_transaction_seconds", Help: "Age of the oldest transaction that no block holds.",
		})),
	}
}

func (m *Metrics) step(id uint32, err error) {
	label := label(id)
	stopped := m.stopped.WithLabelValues(label)
	if err == nil {
		stopped.Set(0)
		return
	}
	// Other failures don't change these: a node that is briefly silent must not end the alarm.
	if errors.Is(err, watching.ErrTooDeep) || errors.Is(err, watching.ErrOtherContracts) {
		stopped.Set(1)
	}
	reason := "other"
	for name, known := range map[string]error{
		"not_yet": chain.ErrNotYet, "temporary": chain.ErrTemporary, "behind": watching.ErrBehind, "too_deep": watching.ErrTooDeep,
		"broken": chain.ErrBroken, "conflict": chain.ErrConflict, "other_contracts": watching.ErrOtherContracts,
	} {
		if errors.Is(err, known) {
			reason = name
		}
	}
	m.failures.WithLabelValues(label, reason).Inc()
}

func (m *Metrics) cursor(id uint32, c chain.Cursor) {
	m.Progress.block(id, c.Number, time.Now())
	m.height.WithLabelValues(label(id)).Set(float64(c.Number))
	m.finalized.WithLabelValues(label(id)).Set(float64(c.Finalized))
	m.blockTime.WithLabelValues(label(id)).Set(float64(c.Time.Unix()))
}

func (m *Metrics) halted(id uint32, on bool) {
	value := 0.0
	if on {
		value = 1
	}
	m.haltedChains.WithLabelValues(label(id)).Set(value)
}

func (m *Metrics) setHeadAge(id uint32, d time.Duration) {
	m.Progress.watch(id, time.Now())
	m.headAge.WithLabelValues(label(id)).Set(d.Seconds())
}

func (m *Metrics) setProgressAge(id uint32, d time.Duration) {
	m.progressAge.WithLabelValues(label(id)).Set(d.Seconds())
}

func (m *Metrics) paused(id uint32, sender string, on bool) {
	value := 0.0
	if on {
		value = 1
	}
	m.pausedKeys.WithLabelValues(label(id), sender).Set(value)
}

func label(id uint32) string { return strconv.FormatUint(uint64(id), 10) }

func (m *Metrics) stall(id uint32, on bool) {
	value := 0.0
	if on {
		value = 1
	}
	m.stalled.WithLabelValues(label(id)).Set(value)
}

// RefundRefused counts a refund that was not accepted.
func (m *Metrics) RefundRefused(id uint32, reason string) {
	m.refunds.WithLabelValues(label(id), reason).Inc()
}

// PriceRefused counts a quote without a price.
func (m *Metrics) PriceRefused(id uint32, err error) {
	m.prices.WithLabelValues(label(id), priceReason(err)).Inc()
}

// PayeeMismatch counts a balance that the payment contract contradicts.
func (m *Metrics) PayeeMismatch(id uint32) { m.payees.WithLabelValues(label(id)).Inc() }

// NodeDropped counts a node that is ignored for a while.
func (m *Metrics) NodeDropped(id uint32, host, reason string) {
	m.dropped.WithLabelValues(label(id), host, reason).Inc()
}

// InReview sets how many withdrawals wait for a member of staff.
func (m *Metrics) InReview(n int) { m.inReview.Set(float64(n)) }

// MintsWithoutOrder sets how many tokens of the last day were minted without an order.
func (m *Metrics) MintsWithoutOrder(n int) { m.unordered.Set(float64(n)) }

// OldestWaiting sets the age of the oldest transaction that isn't mined.
func (m *Metrics) OldestWaiting(seconds float64) { m.oldest.Set(seconds) }

// priceReason returns the label for why a price was refused.
func priceReason(err error) string {
	switch {
	case errors.Is(err, chain.ErrPricesDiffer):
		return "feeds_differ"
	case errors.Is(err, chain.ErrPriceOld):
		return "too_old"
	case errors.Is(err, chain.ErrRoundIncomplete):
		return "round_incomplete"
	case errors.Is(err, chain.ErrNotAPrice):
		return "not_above_zero"
	default:
		return "no_answer"
	}
}
