// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// What a screen reader is told, which is also where things are.
final class Accessibility {
    private static let prefix = "org.a11y.atspi."
    private static let root = "/org/a11y/atspi/accessible/root"
    private let client: BusClient

    /// Before programs of GTK are started, and after those of Qt: one that finds it there when it starts tells, more often
    /// than not, nothing.
    init(_ home: Home) throws {
        let bus = "org.a11y.Bus"
        try home.start(Home.program(of: bus) + ["--launch-immediately"], owning: bus)
        let address = try home.client.call(bus, "/org/a11y/bus", bus, "GetAddress").first?.string
        client = try BusClient(address: address ?? "")
    }

    /// All texts and buttons that show, of all programs, from left to right and from top to bottom.
    func read() throws -> [Element] {
        var elements: [Element] = []
        for application in try children(of: Self.prefix + "Registry", Self.root) { collect(application, &elements) }
        return elements.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }

    private func collect(_ object: (name: String, path: String), _ elements: inout [Element]) {
        // They come and go while they are read.
        guard let role = try? call(object, "Accessible", "GetRole").first?.int,
            let children = try? children(of: object.name, object.path)
        else { return }
        if [Self.label, Self.button, Self.notification].contains(role),
            let element = try? element(object, isButton: role == Self.button)
        {
            elements.append(element)
        }
        // The text of a button is the button's.
        if role != Self.button { for child in children { collect(child, &elements) } }
    }

    private func element(_ object: (name: String, path: String), isButton: Bool) throws -> Element? {
        let states = try call(object, "Accessible", "GetState").first?.elements?.first?.int ?? 0
        guard states & 1 << Self.showing != 0 else { return nil }
        let name = try client.object(object.name, object.path, Self.prefix + "Accessible").get("Name").string ?? ""
        let area = try call(object, "Component", "GetExtents", .uint32(0)).first?.elements?.compactMap(\.int) ?? []
        guard !name.isEmpty, area.count == 4, area[2] > 0, area[3] > 0 else { return nil }
        return Element(
            text: name.withoutIsolation, isButton: isButton, x: area[0], y: area[1], width: area[2], height: area[3])
    }

    private func children(of name: String, _ path: String) throws -> [(name: String, path: String)] {
        let reply = try call((name, path), "Accessible", "GetChildren").first?.elements ?? []
        return reply.compactMap { child in
            guard let fields = child.elements, let name = fields[0].string, let path = fields[1].string else {
                return nil
            }
            return (name, path)
        }
    }

    private func call(
        _ object: (name: String, path: String), _ interface: String, _ member: String, _ arguments: DBusValue...
    ) throws -> [DBusValue] {
        try client.call(object.name, object.path, Self.prefix + interface, member, arguments)
    }

    // Numbers of at-spi2-core's atspi-constants.h.
    private static let showing = 25
    private static let label = 29
    private static let button = 43
    private static let notification = 101
}

extension String {
    /// As it is to be seen: without the marks around words that may be written from right to left.
    var withoutIsolation: String { replacing("\u{2068}", with: "").replacing("\u{2069}", with: "") }
}
