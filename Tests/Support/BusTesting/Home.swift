// SPDX-License-Identifier: MIT

import Foundation

/// A new user without settings. The programs of this user end with the test.
package final class Home {
    private let folder: TemporaryDirectory
    package private(set) var environment: [String: String]
    private var processes: [ChildProcess] = []
    package let client: BusClient

    package init(on bus: BusDaemon) throws {
        folder = try TemporaryDirectory()
        client = try BusClient(address: bus.address)
        let home = folder.url.path
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
            "HOME": home, "XDG_RUNTIME_DIR": home + "/run", "XDG_CONFIG_HOME": home + "/config",
            "XDG_DATA_HOME": home + "/data", "XDG_CACHE_HOME": home + "/cache", "XDG_STATE_HOME": home + "/state",
            "GSETTINGS_BACKEND": "memory", "DISPLAY": "", "WAYLAND_DISPLAY": "", "LC_ALL": "C.UTF-8",
        ]
        try FileManager.default.createDirectory(
            atPath: home + "/run", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    /// Sets a variable in the environment of programs that start later.
    package func set(_ name: String, _ value: String) { environment[name] = value }

    /// Writes a file of the user and returns its path.
    package func write(_ text: String, to name: String) throws -> String { try folder.write(text, to: name).path }

    /// The path of a file that a program creates.
    package func path(of name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Starts a program, and waits until it owns its name on the bus.
    @discardableResult
    package func start(
        _ arguments: [String], owning name: String? = nil, in group: ControlGroup? = nil
    ) throws -> ChildProcess {
        let process = try ChildProcess(arguments, environment: environment, controlGroup: group)
        processes.append(process)
        guard let name else { return process }
        do {
            try client.waitForName(name)
        } catch {
            throw SupportError("\(arguments[0]) does not own \(name): \(process.text(of: .error))")
        }
        return process
    }

    /// Runs a program to its end, and returns its output.
    @discardableResult
    package func run(_ arguments: String...) throws -> String {
        let result = try ChildProcess.run(arguments, environment: environment)
        guard result.succeeded else { throw SupportError("\(arguments): \(result)") }
        return result.output
    }

    /// The program that a bus would start for that name.
    package static func program(of service: String) throws -> [String] {
        let file = try String(contentsOfFile: "/usr/share/dbus-1/services/\(service).service", encoding: .utf8)
        guard let line = file.split(separator: "\n").first(where: { $0.hasPrefix("Exec=") }) else {
            throw SupportError("\(service) has no program")
        }
        return line.dropFirst("Exec=".count).split(separator: " ").map(String.init)
    }
}

extension Home {
    /// Programs that start later find the programs of the project by their names, as after an installation.
    package func installPrograms() throws {
        let programs = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent().path
        set("PATH", programs + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""))
    }
}

extension Home {
    /// Starts sway, whose screen is a window of the X server, with these lines of configuration. Programs that start
    /// later use it as their Wayland display.
    ///
    /// - Parameter group: sway and what it starts are in a user namespace. The service takes them for sandboxed apps,
    ///   unless its
    ///   configuration names the unit of this group as a toolbox.
    package func startSway(_ configuration: String, in group: ControlGroup? = nil) throws {
        set("WLR_BACKENDS", "x11")
        set("WLR_RENDERER", "pixman")
        // sway writes the name of its display to this pipe when it is ready.
        let ready = path(of: "ready")
        try run("mkfifo", ready)
        let file = try write(
            "xwayland disable\n\(configuration)\nexec sh -c 'echo $WAYLAND_DISPLAY >\(ready)'\n", to: "sway")
        // sway refuses to run as root.
        try start(["unshare", "--map-user=1000", "--map-group=1000", "sway", "-c", file], in: group)
        set("WAYLAND_DISPLAY", try run("cat", ready).trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

extension Home {
    /// Lets the bus start the window by its name, with the service file of the package and in this environment.
    package func installWindow(on bus: BusDaemon) throws {
        let folder = URL(fileURLWithPath: try Product.path("monkeycall-phone")).deletingLastPathComponent().path
        let file = try Repository.file("dbus/org.monkeycall.Phone.service")
        let service = try String(contentsOf: file, encoding: .utf8).replacing("@bindir@", with: folder)
        try bus.install("org.monkeycall.Phone", service: service)
        try client.callBus(
            "UpdateActivationEnvironment",
            .dictionary(
                key: "s", value: "s", Dictionary(environment.map { (.string($0), .string($1)) }) { $1 }))
    }

    /// Waits for a visible window of that program and does xdotool's actions in it. Returns what xdotool printed.
    ///
    /// xdotool reads the tree of all windows, and fails if one of them closes meanwhile. Then it reads the tree again.
    @discardableResult
    package func act(inWindowOf program: String, _ actions: String...) throws -> String {
        let deadline = Deadline()
        while true {
            let result = try ChildProcess.run(
                ["xdotool", "search", "--sync", "--onlyvisible", "--class", program] + actions,
                environment: environment)
            if result.succeeded { return result.output }
            guard result.errors.contains("BadWindow"), !deadline.hasPassed else {
                throw SupportError("\(actions) in a window of \(program): \(result)")
            }
        }
    }
}

/// The bus on which programs tell screen readers what they show.
package final class AccessibilityBus {
    /// An object of a program. It may go at any moment; questions about it then throw.
    package struct Node: Hashable {
        package let name: String
        package let path: String
    }

    private static let prefix = "org.a11y.atspi."
    private let client: BusClient

    /// Start it before GTK programs and after Qt programs. A Qt program that finds the accessibility bus at its start
    /// usually reports nothing.
    package init(_ home: Home) throws {
        let bus = "org.a11y.Bus"
        try home.start(Home.program(of: bus) + ["--launch-immediately"], owning: bus)
        let address = try home.client.call(bus, "/org/a11y/bus", bus, "GetAddress").first?.string
        client = try BusClient(address: address ?? "")
    }

    /// The running programs.
    package func programs() throws -> [Node] {
        try children(of: Node(name: Self.prefix + "Registry", path: "/org/a11y/atspi/accessible/root"))
    }

    package func children(of node: Node) throws -> [Node] {
        let reply = try call(node, "Accessible", "GetChildren").first?.elements ?? []
        return reply.compactMap { child in
            guard let fields = child.elements, let name = fields[0].string, let path = fields[1].string else {
                return nil
            }
            return Node(name: name, path: path)
        }
    }

    package func parent(of node: Node) throws -> Node? {
        let parent = try client.object(node.name, node.path, Self.prefix + "Accessible").get("Parent").elements
        guard let parent, parent.count == 2, let name = parent[0].string, let path = parent[1].string else {
            return nil
        }
        return Node(name: name, path: path)
    }

    /// The number of atspi-constants.h.
    package func role(of node: Node) throws -> Int { try call(node, "Accessible", "GetRole").first?.int ?? 0 }

    /// The bits of atspi-constants.h.
    package func states(of node: Node) throws -> UInt64 {
        let words = try call(node, "Accessible", "GetState").first?.elements?.compactMap(\.int) ?? []
        return words.reversed().reduce(0) { $0 << 32 | UInt64(truncatingIfNeeded: $1) & 0xffff_ffff }
    }

    /// The name, or else what a text says: GTK 4.18 gives some texts no name.
    package func label(of node: Node) throws -> String {
        let name = try property("Name", of: node)
        guard name.isEmpty, try role(of: node) == Self.label else { return name }
        return (try? text(of: node)) ?? ""
    }

    /// In atspi-constants.h.
    private static let label = 29

    package func description(of node: Node) throws -> String { try property("Description", of: node) }

    /// Left, top, width and height in pixels, on the screen or in the window. GTK 4 knows only the place in its window.
    package func extents(of node: Node, inWindow: Bool = false) throws -> [Int] {
        try call(node, "Component", "GetExtents", .uint32(inWindow ? 1 : 0)).first?.elements?.compactMap(\.int) ?? []
    }

    /// Does the node's first action, such as the press of a button.
    package func act(on node: Node) throws { _ = try call(node, "Action", "DoAction", .int32(0)) }

    /// Writes into an entry.
    package func write(_ text: String, into node: Node) throws {
        _ = try call(node, "EditableText", "SetTextContents", .string(text))
    }

    /// What is written in an entry.
    package func text(of node: Node) throws -> String {
        let length = try client.object(node.name, node.path, Self.prefix + "Text").get("CharacterCount").int ?? 0
        return try call(node, "Text", "GetText", .int32(0), .int32(Int32(length))).first?.string ?? ""
    }

    private func property(_ name: String, of node: Node) throws -> String {
        try client.object(node.name, node.path, Self.prefix + "Accessible").get(name).string ?? ""
    }

    private func call(
        _ node: Node, _ interface: String, _ member: String, _ arguments: DBusValue...
    ) throws -> [DBusValue] {
        try client.call(node.name, node.path, Self.prefix + interface, member, arguments)
    }
}

extension String {
    /// The visible text, without the marks around words that may be written from right to left.
    package var withoutIsolation: String {
        filter { !"\u{2066}\u{2068}\u{2069}".contains($0) }
    }
}
