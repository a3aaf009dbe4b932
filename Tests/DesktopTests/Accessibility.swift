// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The texts and places that programs report to screen readers.
final class Accessibility {
    private static let prefix = "org.a11y.atspi."
    private static let root = "/org/a11y/atspi/accessible/root"
    private let client: BusClient

    /// Start it before GTK programs and after Qt programs. A Qt program that finds the accessibility bus at its start
    /// usually reports nothing.
    init(_ home: Home) throws {
        let bus = "org.a11y.Bus"
        try home.start(Home.program(of: bus) + ["--launch-immediately"], owning: bus)
        let address = try home.client.call(bus, "/org/a11y/bus", bus, "GetAddress").first?.string
        client = try BusClient(address: address ?? "")
    }

    /// All visible texts and buttons of all programs, from top to bottom and from left to right.
    func read() throws -> [Element] {
        var elements: [Element] = []
        for application in try children(of: Self.prefix + "Registry", Self.root) { collect(application, &elements) }
        return elements.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }

    private func collect(_ object: (name: String, path: String), _ elements: inout [Element]) {
        // Objects come and go during the read.
        guard let role = try? call(object, "Accessible", "GetRole").first?.int,
            let children = try? children(of: object.name, object.path)
        else { return }
        if [Self.label, Self.button, Self.notification].contains(role),
            let element = try? element(object, isButton: role == Self.button)
        {
            elements.append(element)
        }
        // The label inside a button is not a separate text.
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

    // Numbers from atspi-constants.h of at-spi2-core.
    private static let showing = 25
    private static let label = 29
    private static let button = 43
    private static let notification = 101
}

extension String {
    /// The visible text, without the marks around words that may be written from right to left.
    var withoutIsolation: String { replacing("\u{2068}", with: "").replacing("\u{2069}", with: "") }
}
