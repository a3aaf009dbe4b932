// SPDX-License-Identifier: MIT

import AgentSettings
import CallClient
import CallInterface
import Glibc
import HeadsetReports
package import SDBus
import SystemFiles

/// The buttons and lights of headsets, through the HID devices that the user may use. Presses become requests to the
/// service, and the lights show what the service decides, also for other clients.
///
/// The agent has a headset open only while it is the primary shell: then no other agent of the seat answers the
/// buttons.
package final class Headsets: Neighbour {
    private let service: CallServiceClient
    private let loop: EventLoop
    private let log: Log
    /// Watches the devices; nil while the agent does not use headsets.
    private var watch: FolderWatch?
    private var writer: HeadsetWriter?
    private var open: [String: Headset] = [:] { didSet { changed(open.values.map(\.name).sorted()) } }
    private let changed: ([String]) -> Void
    /// The headsets with a press that the service has accepted. They wait for their lights.
    private var waiting: Set<String> = []
    private var state = DesktopState()
    private static let folder = "/dev"
    private static let prefix = "hidraw"
    /// One user wears few.
    private static let limit = 8

    /// `changed` is called with the names of the headsets in use, after each change of them. A headset may have an
    /// empty name.
    package init(
        _ service: CallServiceClient, _ loop: EventLoop, log: Log, changed: @escaping ([String]) -> Void
    ) {
        (self.service, self.loop, self.log, self.changed) = (service, loop, log, changed)
    }

    package func follow(_ state: DesktopState) {
        self.state = state
        let isWanted = state.isPrimary && state.settings.headsetButtons
        if isWanted != (watch != nil) { isWanted ? begin() : end() }
        for name in open.keys { show(on: name) }
    }

    /// A headset that pressed falls back to its lights. If its request has failed at the app, no light changes: it must
    /// hear that too.
    private func show(on name: String) {
        guard let headset = open[name] else { return }
        let lights = Set<HeadsetLight>(state)
        let hasFailed = waiting.contains(name) && state.calls.allSatisfy { $0.pendingAction.isEmpty }
        if hasFailed || headset.lights != lights { waiting.remove(name) }
        headset.show(lights, again: hasFailed)
    }

    private func begin() {
        do throws(BusError) {
            // Programs write to /dev/null all the time.
            let watch = try loop.watch(folder: Self.folder, writes: false) { [unowned self] in follow($0) }
            if writer == nil { writer = try HeadsetWriter(loop) }
            self.watch = watch
            lookAtAll()
        } catch {
            log("cannot follow headsets", error)
        }
    }

    private func end() {
        watch = nil
        for headset in open.values { headset.close() }
        (open, waiting) = ([:], [])
    }

    // MARK: Devices

    private func lookAtAll() {
        for name in (FileNames.list(in: Self.folder) ?? []).sorted() { look(at: name) }
    }

    /// A device has come or gone, or other users may use it now: the rules of udev run after a device has come, and
    /// logind gives the devices of a seat to the user in front.
    private func follow(_ change: FolderChange) {
        switch change {
        case .created(let name), .changed(let name): look(at: name)
        // Another device may have the name at once.
        case .removed(let name): open[name] = nil
        case .lost: lookAtAll()
        }
    }

    private func look(at name: String) {
        let path = Self.folder + "/" + name
        guard name.hasPrefix(Self.prefix), let writer, open[name] == nil, open.count < Self.limit,
            access(path, R_OK | W_OK) == 0,
            let layout = try? HeadsetLayout(descriptor: Self.descriptor(of: name))
        else { return }
        // The rules of udev may still run; then the change of permissions comes later.
        guard
            let headset = try? Headset(
                path, Self.label(of: name), layout, writer, loop, pressed: { [unowned self] in pressed($0, on: name) },
                lost: { [unowned self] in open[name] = nil })
        else { return }
        open[name] = headset
        headset.show(Set(state))
    }

    /// The kernel's copy of what the device said about its reports.
    private static func descriptor(of name: String) -> [UInt8] {
        KernelFile.bytes("/sys/class/hidraw/\(name)/device/report_descriptor", limit: 8192)
    }

    /// The name that the device has told the kernel, fit for one line.
    private static func label(of name: String) -> String {
        let lines = KernelFile.text("/sys/class/hidraw/\(name)/device/uevent", limit: 8192).split(separator: "\n")
        let label = lines.first { $0.hasPrefix("HID_NAME=") }?.dropFirst("HID_NAME=".count) ?? ""
        let isPlain: (Unicode.Scalar) -> Bool = { $0.properties.generalCategory != .control && $0 != "\u{FFFD}" }
        return String(String.UnicodeScalarView(label.unicodeScalars.filter(isPlain).prefix(64)))
    }

    // MARK: Buttons

    private func pressed(_ button: HeadsetButton, on name: String) {
        let effects = CallPress(button).effects(on: state.pressable)
        let actions = effects.flatMap { $0.button.actions(on: $0.call, in: state.registry) }
        guard !actions.isEmpty else {
            open[name]?.show(Set(state), again: true)
            return
        }
        service.request(actions) { [unowned self] refusal in
            if refusal == nil { waiting.insert(name) } else { open[name]?.show(Set(state), again: true) }
        }
    }
}
