// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// Places of actors in GNOME Shell, and its keyboard focus.
extension GnomeShell {
    /// Opens the menu of the call in the quick settings, when there is a call.
    func openQuickCallMenu() throws -> GnomePart {
        let settings = "Main.panel.statusArea.quickSettings.menu"
        let toggle = "\(settings)._grid.get_children().find(child => child.iconName == 'call-start-symbolic')"
        try wait(for: "\(toggle)?.visible", "true")
        try evaluate("\(settings).open(); \(toggle).menu.open()")
        return GnomePart("\(toggle).menu.actor", of: self)
    }

    /// Gives the keyboard focus to a button.
    func focus(_ label: String, in actor: String) throws {
        try evaluate(
            """
            (() => {
                const find = actor => actor.label === '\(label)' ? actor : actor.get_children().map(find).find(found => found);
                find(\(actor)).grab_key_focus();
            })()
            """)
    }

    /// The label of the button with the keyboard focus; empty if another actor has it.
    func focusedButton() throws -> String {
        try evaluate("global.stage.get_key_focus()?.label ?? ''").trimmingCharacters(in: ["\""])
    }

    /// How well the label of each button of an actor can be read: the contrast of WCAG between the colour in which the
    /// label is painted and that of the button, above a black ground.
    func contrasts(in actor: String) throws -> [String: Double] {
        let contrasts = try evaluate(
            """
            (() => {
                const { St } = imports.gi;
                // St gives a text its colour as an attribute; a text without one is black.
                const painted = text => {
                    const attributes = text.get_attributes()?.get_attributes() ?? [];
                    const own = attributes.map(each => each.as_color()?.color).find(each => each);
                    return own
                        ? { red: own.red / 257, green: own.green / 257, blue: own.blue / 257, alpha: 255 } : text.get_color();
                };
                const part = value => (value / 255) <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
                const light = colour => [[colour.red, 0.2126], [colour.green, 0.7152], [colour.blue, 0.0722]]
                    .reduce((sum, [value, share]) => sum + share * part(value * colour.alpha / 255), 0.05);
                const found = {};
                const look = actor => {
                    if (actor instanceof St.Button && actor.label) {
                        const label = actor.get_first_child();
                        const text = light(painted(label.clutter_text ?? label));
                        const ground = light(actor.get_theme_node().get_background_color());
                        found[actor.label] = Math.max(text, ground) / Math.min(text, ground);
                    }
                    actor.get_children().forEach(look);
                };
                look(\(actor));
                return found;
            })()
            """)
        return try JSONDecoder().decode([String: Double].self, from: Data(contrasts.withoutIsolation.utf8))
    }

    /// From now on, keeps whether a button takes a press when it appears on the locked screen.
    func watchAppearance(of label: String) throws {
        try evaluate(
            """
            (() => {
                const box = \(GnomePart.lockPanelActor).get_first_child().get_last_child();
                box.connect('notify::last-child', () => {
                    if (box.get_last_child()?.label === '\(label)') global.tookPresses = box.get_last_child().reactive;
                });
            })()
            """)
    }

    /// The result of ``watchAppearance(of:)``; nil if the button has not appeared.
    func tookPresses() throws -> Bool? { Bool(try evaluate("global.tookPresses ?? ''")) }

    /// The lowest row of pixels of an actor.
    func bottom(of actor: String) throws -> Double {
        try number("\(actor).get_transformed_position()[1] + \(actor).get_transformed_size()[1]")
    }

    /// Shows the entry of the password on the locked screen.
    func showPasswordEntry() throws {
        try evaluate("Main.screenShield._dialog._showPrompt()")
        try wait(for: "\(Self.passwordEntry)?.mapped", "true")
    }

    func passwordEntryTop() throws -> Double { try number("\(Self.passwordEntry).get_transformed_position()[1]") }

    private static let passwordEntry = "Main.screenShield._dialog._authPrompt?._entry"

    private func number(_ script: String) throws -> Double {
        let text = try evaluate(script)
        guard let number = Double(text) else { throw SupportError("\(script) is \(text)") }
        return number
    }

    // MARK: The monitor

    static let monitorHeight = 768

    /// Turns the monitor by 90 degrees.
    func turnMonitor() throws {
        let name = "org.gnome.Mutter.DisplayConfig"
        let display = home.client.object(name, "/org/gnome/Mutter/DisplayConfig", name)
        let state = try display.call("GetCurrentState")
        guard state.count > 1, let monitor = state[1].elements?.first?.elements,
            let connector = monitor.first?.elements?.first,
            let mode = monitor.dropFirst().first?.elements?.first?.elements?.first
        else { throw SupportError("there is no monitor in \(state)") }
        let shown = DBusValue.tuple(connector, mode, [:])
        let layout = DBusValue.tuple(
            .int32(0), .int32(0), .double(1), .uint32(Self.quarterTurn), true,
            .array(of: shown.signature, [shown]))
        try display.call(
            "ApplyMonitorsConfig", state[0], .uint32(Self.temporarily), .array(of: layout.signature, [layout]), [:])
    }

    private static let temporarily: UInt32 = 1
    private static let quarterTurn: UInt32 = 1
}
