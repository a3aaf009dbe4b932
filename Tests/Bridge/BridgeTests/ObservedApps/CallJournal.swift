// SPDX-License-Identifier: MIT

import BusTesting

/// The lives of the calls of observed apps: every start, state and end that the service signals to one of its clients.
/// So no state is too short for a test.
struct CallJournal {
    /// A call in the registry, from its start to its end.
    struct Life: CustomStringConvertible {
        let id: String
        /// The name of the app.
        let name: String
        /// All its states, in order.
        fileprivate(set) var states: [String]
        fileprivate(set) var end: End?

        /// Whether it was connected until it ended, once.
        var isWhole: Bool {
            let connected = states.dropLast(end == .ended ? 1 : 0)
            return end != nil && !connected.isEmpty && connected.allSatisfy { $0 == "active" || $0 == "held" }
                && (end == .forgotten || states.last == "ended")
        }

        var description: String { "\(name) \(states)" }
    }

    enum End {
        case ended
        /// The service lost its state.
        case forgotten
    }

    private(set) var lives: [Life] = []
    /// The calls that were announced although they existed.
    private(set) var announcedAgain: [Life] = []
    /// The place in `lives` of each call that exists, by its object.
    private var places: [String: Int] = [:]
    private var properties: [String: [String: DBusValue]] = [:]
    /// A service that continues after a crash may repeat its last signal.
    private var mayRepeat: Set<String> = []

    /// The properties of the calls that exist.
    var calls: [[String: DBusValue]] { Array(properties.values) }

    static func isObserved(_ call: [String: DBusValue]) -> Bool {
        call["Provider"]?.string?.hasPrefix("org.monkeycall.Observed.") == true
    }

    mutating func note(_ signal: BusMessage) {
        let arguments = signal.arguments
        switch signal.member {
        case "InterfacesAdded":
            begin(arguments[0].string ?? "", arguments[1][CallName.call]?.entries ?? [:])
        case "InterfacesRemoved": end(arguments[0].string ?? "", as: .ended)
        case "PropertiesChanged" where arguments[0].string == CallName.call:
            change(signal.path ?? "", arguments[1].entries ?? [:])
        default: break
        }
    }

    private mutating func begin(_ path: String, _ call: [String: DBusValue]) {
        guard Self.isObserved(call) else { return }
        if let place = places[path] {
            if mayRepeat.remove(path) == nil { announcedAgain.append(lives[place]) }
            return
        }
        places[path] = lives.count
        properties[path] = call
        let text = { (key: String) in call[key]?.string ?? "" }
        lives.append(Life(id: text("UUID"), name: text("LocalizedCallerName"), states: [text("State")]))
    }

    private mutating func change(_ path: String, _ changed: [String: DBusValue]) {
        guard let place = places[path] else { return }
        properties[path]?.merge(changed) { $1 }
        guard let state = changed["State"]?.string, lives[place].states.last != state else { return }
        lives[place].states.append(state)
    }

    private mutating func end(_ path: String, as end: End) {
        guard let place = places.removeValue(forKey: path) else { return }
        properties[path] = nil
        lives[place].end = end
    }

    /// The service continues with its state.
    mutating func serviceContinues() { mayRepeat = Set(places.keys) }

    /// Another service knows nothing of before.
    mutating func serviceForgot() { for path in places.keys { end(path, as: .forgotten) } }

    /// The calls that began before the client could watch.
    mutating func found(_ objects: [String: [String: DBusValue]]) {
        for (path, call) in objects where places[path] == nil { begin(path, call) }
    }
}
