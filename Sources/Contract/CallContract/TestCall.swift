// SPDX-License-Identifier: MIT

/// The test call, which a program of ours makes so that the user can try everything alone.
public enum TestCall {
    /// The identifier of its provider. Its calls are nothing to remember: programs of the user do not run for them.
    public static let provider = "org.monkeycall.Echo"

    /// Why it does not ring: the last part of the error's name.
    public enum Refusal: String, Hashable, Sendable, CaseIterable {
        /// The service does not run, and the bus cannot start it.
        case noCallService = "NoCallService"
        /// The user has a call, also one that an app only shows, or a test call.
        case callExists = "CallExists"
        /// Do-not-disturb is on, so the call would not ring.
        case doNotDisturb = "DoNotDisturb"
        /// There is no sound server, or it has no device.
        case noSound = "NoSound"
    }
}
