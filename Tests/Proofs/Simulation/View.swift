// SPDX-License-Identifier: MIT

internal import BusTesting

/// A subscriber's view: the state that it has read once and updated with each signal.
struct View {
    typealias Properties = [String: DBusValue]

    /// The properties by path and interface; nil before the first read.
    private(set) var objects: [String: [String: Properties]]?
    private(set) var audio: Properties?
    /// Of the manager object; empty until they change.
    private var manager: Properties = [:]

    private static let audioInterface = "org.monkeycall.CallManager.Audio"
    private static let managerInterface = "org.monkeycall.CallManager"

    /// Takes a reply of GetManagedObjects. Returns how it differs from the signals; nil = not at all.
    mutating func read(_ reply: BusMessage) -> String? {
        guard case .dictionary(_, _, let entries)? = reply.arguments.first else { return "there is no dictionary" }
        var read: [String: [String: Properties]] = [:]
        for (path, interfaces) in entries { read[path.string ?? ""] = Self.interfaces(interfaces) }
        defer { objects = read }
        guard let objects, objects != read else { return nil }
        if Set(objects.keys) != Set(read.keys) {
            return "known: \(objects.keys.sorted()), there: \(read.keys.sorted())"
        }
        return read.keys.lazy.compactMap { Self.difference(objects[$0], read[$0], $0) }.first
    }

    /// Takes a reply of GetAll for the audio. Returns how it differs from the signals; nil = not at all.
    mutating func readAudio(_ reply: BusMessage) -> String? {
        let read = reply.arguments.first?.entries ?? [:]
        defer { audio = read }
        guard let audio else { return nil }
        return audio.lazy.compactMap { name, value in
            value == read[name]
                ? nil : "\(name) is known as \(value), and is \(read[name].map { "\($0)" } ?? "not there")"
        }.first
    }

    /// Applies a signal. Returns why it contradicts the view; nil = it does not.
    mutating func hear(_ signal: BusMessage) -> String? {
        switch signal.member {
        case "InterfacesAdded":
            let path = signal.arguments[0].string ?? ""
            guard objects != nil else { return nil }
            let isKnown = objects?[path] != nil
            objects?[path] = Self.interfaces(signal.arguments[1])
            if isKnown { return "\(path) is added twice" }
        case "InterfacesRemoved":
            let path = signal.arguments[0].string ?? ""
            guard objects != nil else { return nil }
            guard let gone = objects?.removeValue(forKey: path) else { return "\(path) is removed, and was not there" }
            if let call = gone["org.monkeycall.CallManager.Call"], call["State"]?.string != "ended" {
                return "\(path) is removed while it is \(call["State"]?.string ?? "")"
            }
        case "PropertiesChanged": return change(signal)
        default: break
        }
        return nil
    }

    /// A contradiction that must not exist between two turns; nil = none.
    var absurdity: String? {
        for (path, interfaces) in objects ?? [:] {
            guard let call = interfaces["org.monkeycall.CallManager.Call"] else { continue }
            if call["HasEnded"]?.bool == true { return "\(path) has ended and is there" }
            let provider = call["ProviderObject"]?.string ?? ""
            if objects?[provider] == nil { return "\(path) is left without \(provider)" }
        }
        return nil
    }

    private mutating func change(_ signal: BusMessage) -> String? {
        let (interface, path) = (signal.arguments[0].string ?? "", signal.path ?? "")
        let changed = signal.arguments[1].entries ?? [:]
        let unknown = signal.arguments[2].strings ?? []
        if interface == Self.audioInterface {
            audio?.merge(changed) { $1 }
            for name in unknown { audio?[name] = nil }
            return nil
        }
        if interface == Self.managerInterface {
            let same = changed.first { manager[$0.key] == $0.value }
            manager.merge(changed) { $1 }
            return same.map { "\($0.key) changes to what it was" }
        }
        guard objects != nil else { return nil }
        if objects?[path]?[interface] == nil { return "\(path) changes, and is not there" }
        objects?[path]?[interface]?.merge(changed) { $1 }
        for name in unknown { objects?[path]?[interface]?[name] = nil }
        return nil
    }

    private static func interfaces(_ value: DBusValue) -> [String: Properties] {
        (value.entries ?? [:]).mapValues { $0.entries ?? [:] }
    }

    private static func difference(
        _ known: [String: Properties]?, _ read: [String: Properties]?, _ path: String
    ) -> String? {
        for (interface, values) in read ?? [:] {
            for (name, value) in values where known?[interface]?[name] != value {
                return "\(path): \(name) is \(value), known is \(known?[interface]?[name].map { "\($0)" } ?? "nothing")"
            }
        }
        return nil
    }
}
