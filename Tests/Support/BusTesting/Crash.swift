// SPDX-License-Identifier: MIT

/// The program that is killed during a call. Another one takes its place.
package enum Crash: CaseIterable, Sendable {
    /// The service, which keeps its state.
    case service
    /// The service, and its state is lost.
    case serviceWithoutState
    /// The program that registers the calls of the source.
    case bridge
    /// The program that has the calls, or drives a modem that has them.
    case source
}
