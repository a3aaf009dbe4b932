// SPDX-License-Identifier: MIT

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
