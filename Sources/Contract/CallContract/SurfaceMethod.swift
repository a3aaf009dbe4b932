// SPDX-License-Identifier: MIT

/// The methods of the agent's calls; `dbus/org.monkeycall.Agent.Calls.xml` describes them.
public enum SurfaceMethod: String, Sendable, CaseIterable {
    case subscribe = "Subscribe"
    case unsubscribe = "Unsubscribe"
    case perform = "Perform"
    case setRoute = "SetRoute"
}
