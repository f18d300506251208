-- name: PhaseMembers :many
SELECT account_id, wallet FROM phase_members WHERE phase_id = @phase_id ORDER BY account_id, wallet;

-- name: PhaseHistory :many
SELECT version, action, phase_id, decided_by, note, at FROM phase_history WHERE drop_id = @drop_id ORDER BY id DESC LIMIT 100;
