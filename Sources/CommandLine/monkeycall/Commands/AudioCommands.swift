// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallContract
import CallInterface
import SDBus

struct Mute: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Mute your side of a call.",
        discussion: "The other side hears silence.")

    @Argument(help: .call("not muted"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "muted" }
    var action: ActionKind { .setMuted(true) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        !call.isMuted && call.allows(action.word)
    }
}

struct Unmute: CallCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unmute your side of a call.",
        discussion: "The other side hears you again.")

    @Argument(help: .call("muted"), completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ActionOptions

    var participle: String { "unmuted" }
    var action: ActionKind { .setMuted(false) }

    func fits(_ call: CallRecord, in registry: Registry) -> Bool {
        call.isMuted && call.allows(action.word)
    }
}

struct Silence: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stop the ringing of a call, or of all calls.",
        discussion: """
            The other side still hears the call ring, and you can answer or decline it. With --json an object: \
            Silenced, an array of the ids.
            """)

    @Argument(
        help: "The call, by the first characters of its id, at least four. Without it all ringing calls.",
        completion: .calls)
    var call: IDPrefix?
    @OptionGroup var options: ControlOptions

    func perform() throws(Failure) {
        let service = try options.connect()
        let registry = try service.registry()
        let calls = try ringing(in: registry)
        try service.call(.silenceAlert, call == nil ? "" : calls[0].uuid)
        if bus.json { return Output.line(JSON.object([("Silenced", .strings(calls.map(\.uuid)))]).text) }
        for call in calls {
            let words = [registry.shortID(call.uuid), "silenced", call.party].filter { !$0.isEmpty }
            Output.line(words.joined(separator: "  ").printable)
        }
    }

    private func ringing(in registry: Registry) throws(Failure) -> [CallRecord] {
        guard let call else {
            let calls = registry.callsInOrder.filter(\.isUnanswered)
            guard calls.isEmpty else { return calls }
            throw Failure(.refused, "UnknownCall", "No call is ringing")
        }
        let chosen = try registry.select(call, toBe: "silenced", where: \.isUnanswered)
        guard chosen.isUnanswered else {
            throw Failure(.refused, "InvalidAction", "The call is \(chosen.state) and does not ring")
        }
        return [chosen]
    }
}

struct Route: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the possible routes of call audio, or choose one of them.",
        discussion: """
            Without an argument it prints a line for each route: its name for people, its kind, whether it is in use, \
            and its name for programs. With an argument it asks the shell (usually monkeycall-agent) to use that \
            route, and returns; the route is "requested" until the shell uses it.

            With --json an object: Route, RequestedRoute and Routes, as in org.monkeycall.CallManager.Audio.

            EXAMPLES
              monkeycall route
              monkeycall route headset
              monkeycall route --auto
            """)

    @Argument(
        help: "The route: its name, its name for programs, or the beginning of one of them if only one route has it.",
        completion: .routes)
    var route: String?
    @Flag(help: "Let the shell choose again.")
    var auto = false
    @OptionGroup var options: ControlOptions

    func validate() throws {
        if auto, route != nil { throw ValidationError("Give either --auto or a route, not both") }
    }

    func perform() throws(Failure) {
        let service = try options.connect()
        let audio = try service.audio()
        if auto {
            try request("", "Left to the shell.", service)
        } else if let route {
            let chosen = try audio.select(route)
            try request(chosen.name, "\(chosen.localizedName) is requested.", service)
        } else {
            show(audio)
        }
    }

    private func request(_ name: String, _ done: String, _ service: Service) throws(Failure) {
        try service.call(.setRoute, name)
        say(done, json: ("RequestedRoute", .string(name)))
    }

    private func show(_ audio: AudioRecord) {
        if bus.json {
            let routes = audio.properties[.routes].map { JSON($0) } ?? .array([])
            return Output.line(
                JSON.object([
                    ("Route", .string(audio.route)), ("RequestedRoute", .string(audio.requestedRoute)),
                    ("Routes", routes),
                ]).text)
        }
        guard !audio.routes.isEmpty else {
            return Output.line(audio.hasShell ? "No routes." : "No routes: no shell such as monkeycall-agent runs.")
        }
        let palette = Palette.standardOutput
        var table = Table(["ROUTE", "KIND", "USE", "NAME"])
        for route in audio.routes {
            table.add([route.localizedName, route.kind.text, audio.use(of: route), route.name])
        }
        table.show { text, column, padding in
            let colour: Palette.Colour? = column == 3 ? .dim : text == "in use" ? .green : nil
            return (colour.map { palette.paint(text, $0) } ?? text) + padding
        }
    }
}

extension AudioRecord {
    fileprivate func use(of route: CallContract.Route) -> String {
        if route.name == self.route { return "in use" }
        if route.name == requestedRoute { return "requested" }
        return route.isAvailable ? "" : "not available"
    }

    /// The route with that name, in any case, or the only one with a name that begins so.
    fileprivate func select(_ text: String) throws(Failure) -> CallContract.Route {
        let wanted = text.lowercased()
        func names(_ route: CallContract.Route) -> [String] {
            [route.name, route.localizedName].map { $0.lowercased() }
        }
        if let exact = routes.first(where: { $0.name == text }) { return exact }
        let same = routes.filter { names($0).contains(wanted) }
        let candidates = same.isEmpty ? routes.filter { names($0).contains { $0.hasPrefix(wanted) } } : same
        if let only = candidates.first, candidates.count == 1 { return only }
        if candidates.isEmpty {
            throw Failure(.refused, "UnknownRoute", "There is no route \(text); monkeycall route shows the routes")
        }
        throw .ambiguous(
            "Route", "\(candidates.count) routes begin with \(text.printable)", .strings(candidates.map(\.name)),
            candidates.map { "\($0.localizedName)  \($0.name)".printable })
    }
}
