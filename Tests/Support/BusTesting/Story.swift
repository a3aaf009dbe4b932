// SPDX-License-Identifier: MIT

/// A signal of the daemon in a few words, one line of a story.
enum Story {
    static func line(_ message: BusMessage) -> String {
        let arguments = message.arguments
        switch message.member ?? "" {
        case "PropertiesChanged": return change(message)
        case "InterfacesAdded": return "added " + object(arguments.first?.string)
        case "InterfacesRemoved": return "removed " + object(arguments.first?.string)
        case "DidActivateAudioSession": return "activated " + session(arguments)
        case "DidDeactivateAudioSession": return "deactivated " + session(arguments)
        case "AudioRouteChanged": return "route " + (arguments.last?["Route"]?.string ?? "")
        case "TransactionCompleted": return completed(arguments)
        case "ShellIsPrimary": return arguments.first?.bool == true ? "primary" : "not primary"
        case "StartCallRequested": return "start requested of \(arguments[1][1]?.string ?? "")"
        case let member where member.hasPrefix("Perform"): return performance(member, arguments)
        case let member: return member
        }
    }

    /// `perform Answer A by shell 0/1`
    private static func performance(_ member: String, _ arguments: [DBusValue]) -> String {
        let name = member.dropFirst("Perform".count).dropLast("CallAction".count)
        var words = ["perform", String(name), UUIDs.name(arguments[2].string)]
        words += arguments.dropFirst(3).dropLast().filter { $0 != "" }.map { argument in
            if let flag = argument.bool { return "\(flag)" }
            return argument.string.map(UUIDs.name) ?? argument[1]?.string ?? "\(argument)"
        }
        let details = arguments.last
        let (index, count) = (details?["Index"]?.int ?? -1, details?["Count"]?.int ?? -1)
        return (words + ["by", details?["Origin"]?.string ?? "", "\(index)/\(count)"]).joined(separator: " ")
    }

    /// `completed`, or `failed set-held hold-failed A`
    private static func completed(_ arguments: [DBusValue]) -> String {
        guard arguments[1].bool == false else { return "completed" }
        let details = arguments.last
        let words = ["failed", details?["FailedAction"]?.string ?? "", details?["Reason"]?.string ?? ""]
        return (words + [UUIDs.name(details?["ReasonCall"]?.string)]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// `A active +audio answered`, `audio of A Alert=ring`: the changed properties that tell the story.
    private static func change(_ message: BusMessage) -> String {
        let changed = message.arguments[1]
        if message.arguments[0].string == CallName.audio { return audioChange(changed) }
        var words = [object(message.path)]
        if let state = changed["State"]?.string { words.append(state) }
        if let hasAudio = changed["HasAudio"]?.bool { words.append(hasAudio ? "+audio" : "-audio") }
        if let muted = changed["Muted"]?.bool { words.append(muted ? "muted" : "unmuted") }
        if let group = changed["Group"]?.string { words.append("in group \(UUIDs.name(group))") }
        if let reason = changed["Reason"]?.string { words.append(reason) }
        if let other = changed["ReasonCall"]?.string, !other.isEmpty { words.append(UUIDs.name(other)) }
        return words.joined(separator: " ")
    }

    private static func audioChange(_ changed: DBusValue) -> String {
        var words = ["audio"]
        if let owner = changed["OwnerGroup"]?.string {
            words.append(owner.isEmpty ? "of nobody" : "of \(UUIDs.name(owner))")
        }
        for key in ["Alert", "Route", "RequestedRoute"] {
            if let value = changed[key]?.string { words.append("\(key)=\(value)") }
        }
        if let hasShell = changed["HasShell"]?.bool { words.append(hasShell ? "with a shell" : "without a shell") }
        return words.joined(separator: " ")
    }

    private static func session(_ arguments: [DBusValue]) -> String { UUIDs.name(arguments.last?["Call"]?.string) }

    /// A call's name, or `provider 1`.
    private static func object(_ path: String?) -> String {
        let parts = (path ?? "").split(separator: "/").map(String.init)
        guard parts.count >= 2, let last = parts.last else { return path ?? "" }
        return parts[parts.count - 2] == "providers" ? "provider \(last)" : UUIDs.name(last)
    }
}

/// The calls of a story are named A to F. The id of a call repeats its letter. A longer text is an id already.
package enum UUIDs {
    package static func text(_ call: String) -> String {
        guard call.count == 1 else { return call }
        return [8, 4, 4, 4, 12].map { String(repeating: call.lowercased(), count: $0) }.joined(separator: "-")
    }

    package static func value(_ call: String) -> DBusValue { .string(text(call)) }

    package static func path(_ call: String) -> String {
        DaemonUnderTest.managerPath + "/calls/" + text(call).replacing("-", with: "_")
    }

    /// The name of a call by its id or the end of its path; another text is returned unchanged.
    package static func name(_ id: String?) -> String {
        guard let id, let letter = id.first, text(String(letter)) == id.replacing("_", with: "-") else {
            return id ?? ""
        }
        return letter.uppercased()
    }
}

/// The names of the contract's interfaces and of the standard interfaces.
package enum CallName {
    package static let audio = "org.monkeycall.CallManager.Audio"
    package static let call = "org.monkeycall.CallManager.Call"
    package static let provider = "org.monkeycall.CallManager.Provider"
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"
    package static let properties = "org.freedesktop.DBus.Properties"
    package static let introspectable = "org.freedesktop.DBus.Introspectable"
}

/// The objects of the service. `root` is the path of the manager, or of the administrator's tree of one user.
extension BusClient {
    package var rootPath: String { DaemonUnderTest.managerPath }

    package var manager: BusObject { manager(at: rootPath) }

    package func manager(at root: String) -> BusObject {
        object(DaemonUnderTest.busName, root, DaemonUnderTest.busName)
    }

    package func audio(at root: String = DaemonUnderTest.managerPath) -> BusObject {
        object(DaemonUnderTest.busName, root, CallName.audio)
    }

    package func path(of call: String, at root: String = DaemonUnderTest.managerPath) -> String {
        "\(root)/calls/\(call.replacing("-", with: "_"))"
    }

    package func call(_ id: String, at root: String = DaemonUnderTest.managerPath) -> BusObject {
        object(DaemonUnderTest.busName, path(of: id, at: root), CallName.call)
    }

    package func provider(at path: String = DaemonUnderTest.managerPath + "/providers/1") -> BusObject {
        object(DaemonUnderTest.busName, path, CallName.provider)
    }

    /// The objects of the object manager, by path.
    package func managedObjects(at root: String = DaemonUnderTest.managerPath) throws -> [String: DBusValue] {
        let reply = try call(DaemonUnderTest.busName, root, CallName.objectManager, "GetManagedObjects")
        return reply.first?.entries ?? [:]
    }

    package func subscribe(at root: String = DaemonUnderTest.managerPath) throws {
        try manager(at: root).call("Subscribe")
    }

    /// Reports incoming calls of a provider, and ends each that rings, until the error of a report fits; nil = no
    /// error. The directory tells the service what the user has decided on a connection of its own, so a report may
    /// come too early.
    @discardableResult
    package func reportCalls(
        of provider: String, _ update: DBusValue, until fits: (String?) -> Bool
    ) throws -> String? {
        let deadline = Deadline()
        var number = 10_000
        while !deadline.hasPassed {
            let call = UUIDs.value("00000000-0000-4000-8000-0000000\(number)")
            let error = try manager.error("ReportNewIncomingCall", .string(provider), call, update)?.shortName
            if error == nil { try manager.call("ReportCallEnded", call, .uint64(0), "unanswered", [:]) }
            if fits(error) { return error }
            number += 1
        }
        throw SupportError("no report of a call of \(provider) has the error that the test waits for")
    }

    /// The daemon's signals up to now.
    package func heard() throws -> [BusMessage] { try signalsUpToNow(from: DaemonUnderTest.busName) }

    /// The child nodes of a path that the daemon shows to this client.
    package func children(at path: String) throws -> [String] {
        let reply = try call(DaemonUnderTest.busName, path, CallName.introspectable, "Introspect")
        return try Introspection(xml: reply.first?.string ?? "").children
    }
}
