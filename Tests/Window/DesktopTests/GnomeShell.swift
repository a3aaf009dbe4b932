// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// GNOME Shell without a monitor. It runs JavaScript, which reads the visible texts and moves a virtual mouse.
final class GnomeShell: Screen {
    private static let path = "/org/gnome/Shell"
    let home: Home
    private let shell: BusObject
    /// The program that sends media keys to a player.
    private var mediaKeys: ChildProcess?

    /// `prepare` adds to the home before the shell reads it.
    init(on bus: BusDaemon, prepare: (Home) throws -> Void = { _ in }) throws {
        home = try Home(on: bus)
        try prepare(home)
        // With dconf, other programs can read the user's settings.
        home.set("GSETTINGS_BACKEND", "dconf")
        let settings = "ca.desrt.dconf"
        try home.start(Home.program(of: settings), owning: settings)
        try Logind.start(in: home)
        try Logind.startDisplayManager(in: home)
        // The shell asks for a session only if systemd runs, which it knows by this folder.
        try FileManager.default.createDirectory(atPath: "/run/systemd/seats", withIntermediateDirectories: true)
        shell = home.client.object("org.gnome.Shell", Self.path, "org.gnome.Shell")
        try start()
        try evaluate("imports.gi.St.Settings.get().inhibit_animations(); Main.overview.hide()")
        // Removes the warning that root should not use a session.
        try evaluate("Main.messageTray.getSources().forEach(source => source.destroy())")
        // The notification server is a separate process, which looks for the shell when it starts.
        let inner = "org.gnome.Shell.Notifications"
        try home.start(Home.program(of: inner), owning: "org.freedesktop.Notifications")
    }

    /// Starts the shell. The software renderer of Mesa sometimes waits for itself in the first frame, for ever; another
    /// shell then takes the place of the first one.
    private func start() throws {
        let deadline = Deadline(after: 180)
        while !deadline.hasPassed {
            let process = try home.start(
                ["gnome-shell", "--headless", "--virtual-monitor", "1024x768", "--unsafe-mode", "--no-x11"],
                owning: "org.gnome.Shell")
            if try hasStarted(process, before: deadline) { return }
            try process.kill9()
            _ = try home.client.waitForName("org.gnome.Shell", owned: false)
        }
        throw SupportError("the GNOME shell does not start")
    }

    /// Waits for the first frame. False if the shell waits for itself: it does not answer, and uses no processor. On a
    /// busy machine it may take long, and works all the time.
    private func hasStarted(_ process: ChildProcess, before deadline: Deadline) throws -> Bool {
        let asking =
            ["gdbus", "call", "--session", "--timeout=3", "--dest=org.gnome.Shell", "--object-path=\(Self.path)"]
            + ["--method=org.gnome.Shell.Eval", "Main.layoutManager._startingUp"]
        var work = Duration.zero
        var idle = Deadline(after: 8)
        while !deadline.hasPassed, !idle.hasPassed {
            let answer = try ChildProcess.run(asking, environment: home.environment).output
            if answer.contains("'false'") { return true }
            let now = ProcessUsage.processorTime(of: process.processID) ?? work
            guard now - work > .milliseconds(200) else { continue }
            (work, idle) = (now, Deadline(after: 8))
        }
        return false
    }

    /// Sets the switch in GNOME's calendar.
    func setDoNotDisturb(_ isOn: Bool) throws {
        try home.run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "\(!isOn)")
    }

    /// The texts and buttons of the banner.
    func read() throws -> [Element] {
        try read(in: "Main.messageTray._notificationState == 2 ? Main.messageTray._bannerBin : null")
    }

    /// The texts and buttons of an actor; none if it is null.
    func read(in actor: String) throws -> [Element] {
        let elements = try evaluate(
            """
            (() => {
                const { St } = imports.gi;
                const found = [];
                const changes = ['opacity', 'translation-x', 'translation-y', 'scale-x', 'scale-y', 'x', 'y'];
                const moves = actor => !!actor && (changes.some(name => actor.get_transition(name)) || moves(actor.get_parent()));
                const look = actor => {
                    if (!actor.mapped) return;
                    // An actor that has changed tells its old place until the next frame, if this does not place it at
                    // once.
                    actor.get_allocation_box();
                    const isButton = actor instanceof St.Button && !!actor.label;
                    // A click would miss a button that still moves, or that takes none yet.
                    if ((isButton && actor.reactive && !moves(actor)) || (actor instanceof St.Label && actor.text)) {
                        const [x, y] = actor.get_transformed_position().map(Math.round);
                        const [width, height] = actor.get_transformed_size().map(Math.round);
                        if (isFinite(x) && width && height) found.push({ text: isButton ? actor.label : actor.text, isButton, x, y, width, height });
                    }
                    if (!isButton) actor.get_children().forEach(look);
                };
                const root = \(actor);
                if (root) look(root);
                return found;
            })()
            """)
        return try JSONDecoder().decode([Element].self, from: Data(elements.withoutIsolation.utf8))
    }

    /// From now on, keeps the titles of the banners that come.
    func recordBanners() throws {
        try evaluate(
            """
            (() => {
                const tray = Main.messageTray;
                const show = tray._showNotification;
                global.banners = [];
                tray._showNotification = function () {
                    global.banners.push(this._notificationQueue[0].title);
                    show.call(this);
                };
            })()
            """)
    }

    /// The titles of the banners since ``recordBanners()``.
    func banners() throws -> Set<String> {
        try JSONDecoder().decode(Set<String>.self, from: Data(try evaluate("global.banners").withoutIsolation.utf8))
    }

    func moveMouse(to point: Point) throws {
        try useMouse("mouse.notify_absolute_motion(now, \(point.x), \(point.y))")
    }

    func click() throws {
        try holdMouseButton()
        try releaseMouseButton()
    }

    func holdMouseButton() throws { try setMouseButton("PRESSED") }
    func releaseMouseButton() throws { try setMouseButton("RELEASED") }

    private func setMouseButton(_ state: String) throws {
        try useMouse("mouse.notify_button(now, Clutter.BUTTON_PRIMARY, Clutter.ButtonState.\(state))")
    }

    private func useMouse(_ deed: String) throws { try use("mouse", "POINTER", deed) }

    /// Does something with a virtual device of that name and type.
    private func use(_ device: String, _ type: String, _ deed: String) throws {
        try evaluate(
            """
            (() => {
                const { Clutter } = imports.gi;
                // GNOME 51 has no function of that name.
                const backend = Clutter.get_default_backend?.() ?? global.stage.get_context().get_backend();
                const \(device) = global.\(device) ??= backend.get_default_seat()
                    .create_virtual_device(Clutter.InputDeviceType.\(type)_DEVICE);
                const now = Clutter.CURRENT_TIME;
                \(deed);
            })()
            """)
    }

    // MARK: Media keys

    /// Starts the program that sends media keys to a player, and waits until the shell gives it the keys.
    func startMediaKeys() throws {
        home.set("WAYLAND_DISPLAY", "wayland-0")
        home.set("G_MESSAGES_DEBUG", "all")
        mediaKeys = try home.start(
            ["/usr/libexec/gsd-media-keys", "--verbose"], owning: "org.gnome.SettingsDaemon.MediaKeys")
        try waitForMediaKeys("Grab call completed")
    }

    /// Waits until the program of media keys has written a line with one of these texts.
    func waitForMediaKeys(_ texts: String...) throws {
        _ = try mediaKeys?.waitForLine { line in texts.contains { line.contains($0) } }
    }

    /// Presses a key, such as `AudioPlay`.
    func pressKey(_ key: String) throws {
        for state in ["PRESSED", "RELEASED"] {
            try use("keys", "KEYBOARD", "keys.notify_keyval(now, Clutter.KEY_\(key), Clutter.KeyState.\(state))")
        }
    }

    // MARK: Search

    /// Types into the search of the overview.
    func search(for text: String) throws {
        try evaluate("Main.overview.show()")
        // The overview clears the entry when it appears, which a busy machine does later.
        let deadline = Deadline()
        while try evaluate("Main.overview.visible && !Main.overview.animationInProgress") != "true" {
            guard !deadline.hasPassed else { throw SupportError("GNOME Shell does not show its overview") }
        }
        try evaluate("Main.overview.searchEntry.set_text('\(text)')")
    }

    /// The name of the result that the Return key activates, as soon as there is one.
    func waitForResult() throws -> String {
        let deadline = Deadline()
        while true {
            let name = try evaluate(Self.results + "._defaultResult?.metaInfo?.name ?? ''")
            if name != #""""# { return try JSONDecoder().decode(String.self, from: Data(name.utf8)) }
            guard !deadline.hasPassed else { throw SupportError("GNOME Shell finds nothing") }
        }
    }

    /// The effect of the Return key.
    func activateResult() throws { try evaluate(Self.results + ".activateDefault()") }

    private static let results = "Main.overview._overview.controls._searchController._searchResults"

    func takePicture(to file: URL) throws {
        let screenshot = "org.gnome.Shell.Screenshot"
        let reply = try home.client.call(
            screenshot, Self.path + "/Screenshot", screenshot, "Screenshot", false, false, .string(file.path))
        guard reply.first?.bool == true else { throw SupportError("no picture in \(file.path)") }
    }

    /// Always true: GNOME Shell paints a whole frame for each picture.
    func isPainted(_ element: Element) -> Bool { true }

    @discardableResult
    func evaluate(_ script: String) throws -> String {
        let reply = try shell.call("Eval", .string(script))
        guard reply.first?.bool == true else { throw SupportError("\(script): \(reply)") }
        return reply.last?.string ?? ""
    }
}
