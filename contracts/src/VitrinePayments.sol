// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/// @notice What the platform offers to accept for one order, once.
/// @param orderId The order: the 16 bytes of its UUID, then 16 zero bytes.
/// @param amount Exactly what must be sent, in wei of the chain's own coin.
/// @param artist Whom the artist's share is credited to; the zero address credits everything to the platform.
/// @param artistShare The artist's part of `amount`, in wei.
/// @param refundAddress Where a refund of this order goes, as the buyer said; zero when the buyer said nothing. The
/// contract only repeats it in its event.
/// @param deadline Last block timestamp at which it may be paid, in Unix seconds.
struct Intent {
    bytes32 orderId;
    uint256 amount;
    address artist;
    uint256 artistShare;
    address refundAddress;
    uint64 deadline;
}

/// @title Where orders of Vitrine are paid in ether
/// @notice Takes a payment that the platform has signed for, exactly as signed: the right amount, in time, once. What
/// does not fit reverts and the ether stays with the sender, so there is nothing to sort out afterwards.
/// @dev Intents are signed as EIP-712 typed data under the domain ("Vitrine Payments", "1", chain id, this contract), so
/// a quote for one chain or contract is worthless on another. Shares are credited and withdrawn (pull payments): a payee
/// that cannot receive blocks nobody else. There is no receive or fallback function; plain transfers revert. {refund} sends money
/// back once per refund, however often it is called. There is one admin. Its role moves in two steps, `beginDefaultAdminTransfer` and, a
/// day later, `acceptDefaultAdminTransfer` by the new one.
contract VitrinePayments is AccessControlDefaultAdminRules, Pausable, EIP712, ReentrancyGuardTransient {
    /// @notice Signs intents, and takes them back.
    bytes32 public constant QUOTE_SIGNER_ROLE = keccak256("QUOTE_SIGNER_ROLE");

    /// @notice EIP-712 type hash of {Intent}.
    bytes32 public constant INTENT_TYPEHASH = keccak256(
        "Intent(bytes32 orderId,uint256 amount,address artist,uint256 artistShare,address refundAddress,uint64 deadline)"
    );

    /// @notice The intent that paid an order; zero while it is unpaid.
    mapping(bytes32 orderId => bytes32 intentHash) public paid;

    /// @notice Whether an unpaid order was closed by {cancel}.
    mapping(bytes32 orderId => bool) public cancelled;

    /// @notice What a payee may withdraw, in wei.
    mapping(address payee => uint256) public balanceOf;

    /// @notice The most gas that the target of a refund may use: enough for a contract wallet, too little to waste much.
    uint256 public constant REFUND_GAS = 100_000;

    /// @notice Whether a sender has sent a refund.
    mapping(address sender => mapping(bytes32 refundId => bool)) public refunded;

    /// @notice Whom the platform's share of coming payments is credited to.
    address public platform;

    /// @notice An order was paid. At most one per order for ever.
    /// @param orderId The order.
    /// @param intentHash EIP-712 digest of the intent.
    /// @param payer Who called, which need not be the buyer's own account.
    /// @param amount Wei received.
    /// @param artist As in the intent; zero when all went to the platform.
    /// @param artistShare As in the intent, wei.
    /// @param refundAddress As in the intent.
    event Paid(
        bytes32 indexed orderId,
        bytes32 indexed intentHash,
        address indexed payer,
        uint256 amount,
        address artist,
        uint256 artistShare,
        address refundAddress
    );

    /// @notice An unpaid order can no longer be paid here.
    event Cancelled(bytes32 indexed orderId);

    /// @notice A payee's whole balance, in wei, was sent to it.
    event Withdrawn(address indexed payee, uint256 amount);

    /// @notice A sender sent a refund. At most one per sender and refund for ever.
    event Refunded(bytes32 indexed refundId, address indexed sender, address indexed to, uint256 amount);

    /// @notice Coming payments credit another platform address.
    event PlatformChanged(address indexed previous, address indexed current);

    /// @notice The order was paid before.
    error AlreadyPaid(bytes32 orderId);

    /// @notice The order was closed with {cancel}.
    error OrderCancelled(bytes32 orderId);

    /// @notice The block's time is past the intent's deadline (Unix seconds).
    error QuoteExpired(uint64 deadline);

    /// @notice Another amount was sent than the intent names (wei).
    error WrongAmount(uint256 expected, uint256 sent);

    /// @notice The artist's share exceeds the amount (wei).
    error ShareExceedsAmount(uint256 artistShare, uint256 amount);

    /// @notice The signature is not 65 bytes of a canonical ECDSA signature.
    error InvalidSignature();

    /// @notice The intent, as sent, was not signed by a holder of QUOTE_SIGNER_ROLE. A changed intent, another chain or
    /// another contract shows as a signer that nobody knows.
    error UnknownSigner(address signer);

    /// @notice The payee's balance is zero.
    error NothingToWithdraw(address payee);

    /// @notice The payee refused the ether; its balance is as before.
    error WithdrawalFailed(address payee);

    /// @notice The sender has sent this refund before.
    error AlreadyRefunded(bytes32 refundId);

    /// @notice What was sent along and what is credited to the sender do not cover the refund (wei).
    error RefundNotCovered(uint256 amount, uint256 available);

    /// @notice The target refused the ether, or used too much gas.
    error RefundRefused(address to);

    /// @notice The zero address cannot be the platform.
    error InvalidPlatform();

    /// @param admin Gets DEFAULT_ADMIN_ROLE: pausing, the platform address, all roles.
    /// @param quoteSigner Gets QUOTE_SIGNER_ROLE.
    /// @param platform_ First platform address; not zero.
    constructor(address admin, address quoteSigner, address platform_)
        AccessControlDefaultAdminRules(1 days, admin)
        EIP712("Vitrine Payments", "1")
    {
        _grantRole(QUOTE_SIGNER_ROLE, quoteSigner);
        _setPlatform(platform_);
    }

    /// @notice Pays an order, by anyone, with exactly `intent.amount` wei.
    /// @dev Reverts with {EnforcedPause}, {AlreadyPaid}, {OrderCancelled}, {QuoteExpired}, {WrongAmount},
    /// {ShareExceedsAmount}, {InvalidSignature} or {UnknownSigner}, in that order. The time of the block counts, and the
    /// deadline's own second is still in time. Calls no other account.
    /// @param intent What the platform signed.
    /// @param signature 65 bytes r, s, v of a holder of QUOTE_SIGNER_ROLE over {intentHash}.
    function pay(Intent calldata intent, bytes calldata signature) external payable whenNotPaused {
        if (paid[intent.orderId] != bytes32(0)) revert AlreadyPaid(intent.orderId);
        if (cancelled[intent.orderId]) revert OrderCancelled(intent.orderId);
        // A proposer can shift this by seconds; quotes live for minutes.
        // forge-lint: disable-next-line(block-timestamp)
        if (block.timestamp > intent.deadline) revert QuoteExpired(intent.deadline);
        if (msg.value != intent.amount) revert WrongAmount(intent.amount, msg.value);
        if (intent.artistShare > intent.amount) revert ShareExceedsAmount(intent.artistShare, intent.amount);

        bytes32 digest = intentHash(intent);
        (address signer, ECDSA.RecoverError problem,) = ECDSA.tryRecoverCalldata(digest, signature);
        if (problem != ECDSA.RecoverError.NoError) revert InvalidSignature();
        if (!hasRole(QUOTE_SIGNER_ROLE, signer)) revert UnknownSigner(signer);

        paid[intent.orderId] = digest;
        uint256 artistShare = intent.artist == address(0) ? 0 : intent.artistShare;
        if (artistShare != 0) balanceOf[intent.artist] += artistShare;
        balanceOf[platform] += intent.amount - artistShare;

        emit Paid(
            intent.orderId,
            digest,
            msg.sender,
            intent.amount,
            intent.artist,
            intent.artistShare,
            intent.refundAddress
        );
    }

    /// @notice Closes an unpaid order: no intent of it, signed before or after, can be paid. Needs QUOTE_SIGNER_ROLE.
    /// @dev Reverts with {AlreadyPaid} when the payment came first. Repeating it changes nothing and emits nothing.
    /// @param orderId The order.
    function cancel(bytes32 orderId) external onlyRole(QUOTE_SIGNER_ROLE) {
        if (paid[orderId] != bytes32(0)) revert AlreadyPaid(orderId);
        if (cancelled[orderId]) return;
        cancelled[orderId] = true;
        emit Cancelled(orderId);
    }

    /// @notice Sends a payee all that is credited to it. Anyone may call it, also while payments are paused: the money
    /// can only go to its owner.
    /// @dev Reverts with {NothingToWithdraw} or {WithdrawalFailed}.
    /// @param payee Whose balance is sent, and where.
    function withdraw(address payee) external nonReentrant {
        uint256 amount = balanceOf[payee];
        if (amount == 0) revert NothingToWithdraw(payee);
        balanceOf[payee] = 0;
        emit Withdrawn(payee, amount);
        (bool sent,) = payable(payee).call{value: amount}("");
        if (!sent) revert WithdrawalFailed(payee);
    }

    /// @notice Sends money back, once per sender and refund, from what is sent along and what is credited to the sender.
    /// What is left of both stays credited to the sender. Anyone may call it, with their own money; refunds of different
    /// senders have nothing to do with each other.
    /// @dev Reverts with {AlreadyRefunded}, {RefundNotCovered} or {RefundRefused}, in that order. The target gets at most
    /// REFUND_GAS. A sender whose transaction got lost may send it again under any nonce: it cannot pay twice.
    /// @param refundId The sender's number of the refund.
    /// @param to Who gets it.
    /// @param amount Wei.
    function refund(bytes32 refundId, address to, uint256 amount) external payable nonReentrant {
        if (refunded[msg.sender][refundId]) revert AlreadyRefunded(refundId);
        uint256 available = balanceOf[msg.sender] + msg.value;
        if (amount > available) revert RefundNotCovered(amount, available);
        refunded[msg.sender][refundId] = true;
        balanceOf[msg.sender] = available - amount;
        emit Refunded(refundId, msg.sender, to, amount);
        (bool sent,) = payable(to).call{value: amount, gas: REFUND_GAS}("");
        if (!sent) revert RefundRefused(to);
    }

    /// @notice Credits coming payments to another platform address; what is credited stays. Needs DEFAULT_ADMIN_ROLE.
    /// @param platform_ Not zero, else {InvalidPlatform}.
    function setPlatform(address platform_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setPlatform(platform_);
    }

    /// @notice Stops {pay}. Needs DEFAULT_ADMIN_ROLE.
    function pause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _pause();
    }

    /// @notice Lets {pay} go on. Needs DEFAULT_ADMIN_ROLE.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice The EIP-712 digest of an intent for this contract on this chain: what is signed, and the payment's name.
    function intentHash(Intent calldata intent) public view returns (bytes32) {
        return _hashTypedDataV4(
            keccak256(
                abi.encode(
                    INTENT_TYPEHASH,
                    intent.orderId,
                    intent.amount,
                    intent.artist,
                    intent.artistShare,
                    intent.refundAddress,
                    intent.deadline
                )
            )
        );
    }

    function _setPlatform(address platform_) private {
        if (platform_ == address(0)) revert InvalidPlatform();
        emit PlatformChanged(platform, platform_);
        platform = platform_;
    }
}
