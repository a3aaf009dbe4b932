// SPDX-License-Identifier: MIT

import Dispatch

/// What an app measures.
enum Scenario: String {
    /// From the report of an incoming call until its completion.
    case report
    /// From the request to answer, through the delegate and its immediate fulfilment, until the audio is active.
    case answer
}

/// An app with one provider.
protocol MeasuredApp {
    /// Performs the scenario `count` times, one after another; returns the nanoseconds of each.
    func measure(_ scenario: Scenario, times count: Int) -> [UInt64]
}

/// Ends the benchmark without a result.
func check(_ error: (any Error)?) {
    if let error { fatalError("\(error)") }
}

/// Nanoseconds of the clock that the C side reads.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }
