// SPDX-License-Identifier: MIT

/// The most that clients can make the service keep. Counts are about ten times what people and companies need: a call
/// centre has 20 calls, a switchboard 500. Bytes follow from the memory of the service (`Budget`).
///
/// Of a user's providers, calls, transactions, shells and subscribers one app gets at most as many as are still free.
public struct Limits: Hashable, Sendable {
    /// Bytes of everything that all users keep. A user gets at most as much as is still free, an app at most as much as
    /// is still free to its user.
    public var registryBytes = Budget.registry
    /// Providers of a user.
    public var providers = 256
    /// Providers of an app.
    public var providersPerApp = 64
    /// Calls of a user.
    public var calls = 1_024
    /// Calls of an app, even if the configuration of its provider allows more.
    public var callsPerApp = 256
    /// Transactions of a user that are accepted and not completed.
    public var transactions = 256
    /// Transactions among them that one app requested.
    public var transactionsPerApp = 64
    /// Transactions among these that wait in the lane, if the app is sandboxed. Each may let the other apps of the user
    /// wait for an end.
    public var waitingTransactionsPerSandbox = 4
    /// Actions in one transaction.
    public var actionsPerTransaction = 32
    /// Bytes of an identifier, a handle or a name.
    public var textLength = 1_024
    /// Members in a list of them.
    public var members = 64
    /// Bytes of the addresses and names of all members in a list.
    public var memberBytes = 4_096
    /// Emergency numbers of a provider.
    public var emergencyNumbers = 64
    /// Digits of one of them.
    public var emergencyNumberDigits = 32
    /// Bytes of the digits of one DTMF action.
    public var digits = 128
    /// Ended calls that are remembered, and whose ids a new call may not have.
    public var endedCalls = 256
    /// Completed actions that the service still distinguishes from unknown ones.
    public var completedActions = 256
    /// Completed transactions whose ids a new request may not have; a repeated request is recognised by its id.
    public var completedTransactions = 256
    /// Refused callers that may ring if they try again.
    public var filteredCallers = 128
    /// Callers that a shell lets through do-not-disturb.
    public var allowedCallers = 1_000
    /// Apps that the user has switched off.
    public var disabledProviders = 256
    /// Moments in one call's story; 0 = no stories.
    public var momentsPerCall = 32
    /// Ended calls among them whose stories are kept.
    public var endedStories = 100
    /// Calls of one sandboxed app among these that do-not-disturb refused, and as many that the directory rejected.
    public var refusedCallsPerApp = 10
    /// Connections that subscribe to a user's calls.
    public var subscribers = 128
    /// Routes of a shell.
    public var routes = 32
    /// Bytes of an icon or ringtone.
    public var fileSize = 1 << 20
    /// Bytes of all icons and ringtones that are kept for the next service. A user gets at most as much as is still
    /// free; the others are there until the service ends.
    public var keptFileBytes = Budget.files
    /// Users. Beyond this number a modem service gets no new one; a user's own program always gets its own.
    public var users = 1_024
    /// Microseconds that a directory may have to answer about a call.
    public var screeningDeadline = 5_000_000
    /// Reports of one call that wait for the directory. An app reports it again if it got no reply.
    public var waitingReports = 8
    /// Shells of a user.
    public var shells = 16
    /// Bytes of all method calls that wait for their turn. A connection may take half of the rest.
    public var waitingBytes = Budget.waiting
    /// Bytes of all unread replies and signals. A connection may take half of the rest.
    public var unreadBytes = Budget.unread

    /// UTF-8 bytes of the label of a number in a list of the directory.
    public static let labelLength = 256

    /// The limits of the service.
    public init() {}
}

extension Limits {
    /// Whether a provider can register with this identifier. Its characters are safe wherever people type or read it. A
    /// program would take a dash at its beginning for an option, and an identifier below another one begins with the
    /// other and a dot.
    public func allowsIdentifier(_ text: String) -> Bool {
        guard let first = text.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: ".") else { return false }
        return text.utf8.count <= textLength
            && text.unicodeScalars.allSatisfy {
                $0.isASCII && $0.properties.isAlphabetic || "0123456789.-_".unicodeScalars.contains($0)
            }
    }
}

extension Limits {
    /// Whether a text can be the name of an icon or a sound of a theme. It is never a path or an address: programs that
    /// draw and play would open it. Empty = no name.
    public func allowsThemedName(_ text: String) -> Bool {
        text.isEmpty || allowsIdentifier(text) && !text.contains("..")
    }
}

/// Which names an app in a sandbox owns: identifiers of its providers, sources of lists, screeners. This is the only
/// place that decides it.
public enum SandboxName {
    /// Whether an app owns a name. `app` is the app of the sandbox: nil = no sandbox, so every name; empty = a sandbox
    /// whose app is unknown, so no name.
    ///
    /// A Flatpak `org.example.App` owns its own name and those below it, as its desktop files are. A snap's name has no
    /// dot: a snap `org` would own the names of everybody. So it owns only its own name and that name with a number,
    /// such as `signal-desktop.2`, which cannot be the name of another app because no part of a bus name begins with a
    /// digit.
    public static func owns(_ name: String, app: String?) -> Bool {
        guard let app else { return true }
        guard !app.isEmpty, name != app else { return !app.isEmpty }
        guard name.hasPrefix(app + ".") else { return false }
        let rest = name.utf8.dropFirst(app.utf8.count + 1)
        return hasDot(app) || !rest.isEmpty && rest.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    }

    /// Whether a desktop entry is that of an app: one of its names, or, for a snap, its name, an underscore and the
    /// name of a program.
    public static func owns(desktopEntry: String, app: String?) -> Bool {
        guard let app, !app.isEmpty, !hasDot(app) else { return owns(desktopEntry, app: app) }
        return owns(desktopEntry, app: app) || desktopEntry.hasPrefix(app + "_")
    }

    /// The names that an app owns, as the end of the message that refuses another one.
    public static func owned(by app: String) -> String {
        if app.isEmpty { return "no name, because its sandbox cannot be identified." }
        return hasDot(app)
            ? "\(app) and the names that begin with it and a dot."
            : "\(app) and that name with a number, such as \(app).2."
    }

    private static func hasDot(_ app: String) -> Bool { app.utf8.contains(UInt8(ascii: ".")) }
}
