// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";

/// @notice The reading side of a Chainlink data feed, with Chainlink's names and types.
interface AggregatorV3Interface {
    /// @notice Decimals of every answer.
    function decimals() external view returns (uint8);

    /// @notice What is measured, for people.
    function description() external view returns (string memory);

    /// @notice Version of the feed's code.
    function version() external view returns (uint256);

    /// @notice One round; times are Unix seconds.
    function getRoundData(uint80 roundId_)
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);

    /// @notice The newest round; times are Unix seconds.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound);
}

/// @title Stand-in for a Chainlink ETH / USD feed, for local chains only
/// @notice Answers what its owner last set. On a public chain use Chainlink's own feed: only the address differs.
contract VitrinePriceFeed is AggregatorV3Interface, Ownable {
    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    /// @inheritdoc AggregatorV3Interface
    uint8 public constant override decimals = 8;

    /// @inheritdoc AggregatorV3Interface
    string public constant override description = "ETH / USD (Vitrine local stand-in)";

    /// @inheritdoc AggregatorV3Interface
    uint256 public constant override version = 1;

    Round[] private _rounds;

    /// @notice A new answer, as Chainlink's aggregators announce it.
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    /// @notice There is no such round; before the first {set} there is none at all.
    error NoDataPresent();

    /// @notice A price is above zero.
    error InvalidAnswer(int256 answer);

    /// @param owner_ May {set} prices.
    constructor(address owner_) Ownable(owner_) {}

    /// @notice Starts a round with a new price, dated with the block's time. Only for the owner.
    /// @param answer Dollars per ether with 8 decimals: 3,000 dollars are 300_000_000_000. Not above zero reverts with
    /// {InvalidAnswer}.
    function set(int256 answer) external onlyOwner {
        if (answer <= 0) revert InvalidAnswer(answer);
        _rounds.push(Round(answer, block.timestamp));
        emit AnswerUpdated(answer, _rounds.length, block.timestamp);
    }

    /// @inheritdoc AggregatorV3Interface
    /// @dev Rounds count from 1. Reverts with {NoDataPresent}.
    function getRoundData(uint80 roundId_)
        public
        view
        override
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        if (roundId_ == 0 || roundId_ > _rounds.length) revert NoDataPresent();
        Round storage round = _rounds[roundId_ - 1];
        return (roundId_, round.answer, round.updatedAt, round.updatedAt, roundId_);
    }

    /// @inheritdoc AggregatorV3Interface
    /// @dev Reverts with {NoDataPresent} before the first {set}.
    function latestRoundData()
        external
        view
        override
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        return getRoundData(uint80(_rounds.length));
    }
}
