// SPDX-License-Identifier: MIT

/// The names of the service on the bus, as `dbus/*.xml` and the activation file give them.
public enum CallManagerName {
    /// The well-known bus name.
    public static let bus = "org.monkeycall.CallManager"
    /// The manager object. `calls/` and `providers/` lie below it; for uid 0 also `user/_<uid>`, the same tree per user.
    public static let path = "/org/monkeycall/CallManager"

    /// The interface that CXProvider and CXCallController speak.
    public static let manager = "org.monkeycall.CallManager"
    /// Who owns the audio session, who waits, what a shell should sound.
    public static let audio = "org.monkeycall.CallManager.Audio"
    /// One call.
    public static let call = "org.monkeycall.CallManager.Call"
    /// One provider.
    public static let provider = "org.monkeycall.CallManager.Provider"
    /// What every error name of the service begins with.
    public static let errorPrefix = "org.monkeycall.CallManager.Error."
}

/// The names of the agent on the session's bus, as `dbus/org.monkeycall.Agent.xml` gives them.
public enum AgentName {
    /// The well-known bus name, and the interface.
    public static let bus = "org.monkeycall.Agent"
    /// Its one object.
    public static let path = "/org/monkeycall/Agent"
}
