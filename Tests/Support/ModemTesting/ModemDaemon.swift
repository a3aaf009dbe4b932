// SPDX-License-Identifier: MIT

/// The real program that drives simulated modems.
package protocol ModemDaemon: AnyObject {
    /// Lets all modems call, as a network manager does after it has started.
    func switchOn() throws
    /// The program crashes. The calls of its modems go on.
    func crash() throws
    /// Starts it again.
    func start() throws
    /// Another program of the machine dials at the first modem.
    func dial(_ number: String) throws
    /// Another program of the machine holds the active call of the first modem, or resumes the held one.
    func swap() throws
    /// Another program of the machine ends all calls of the first modem.
    func hangUp() throws
    /// How many calls it lists for the first modem, also ended ones.
    func callCount() throws -> Int
}
