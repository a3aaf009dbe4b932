// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The real service, agent, bridge and sound server, and a program that records under the name of an app.
final class ObservedDesktop {
    let desktop: Desktop
    let sound: SoundServer
    private(set) var bridge: ChildProcess
    let watcher: BusClient
    /// What the service has signalled so far.
    var journal = CallJournal()
    /// The calls that the present service listed and ended before the watcher had subscribed again.
    var endedUnseen: Set<String> = []
    private let folder: TemporaryDirectory
    private var pids: [Int32] = []

    /// With `seesExtensions`, the bridge has its own folder of extensions for Firefox, which is empty.
    init(_ kind: SoundServer.Kind, keepsState: Bool = false, seesExtensions: Bool = false) throws {
        desktop = try Desktop(keepsState: keepsState)
        sound = try SoundServer(on: desktop.bus, kind)
        try sound.addMicrophone()
        folder = try TemporaryDirectory()
        watcher = try desktop.daemon.client()
        try watcher.subscribe()
        bridge = try Self.start(desktop, sound, in: seesExtensions ? Self.namespace : [])
    }

    deinit { endApps() }

    private static let extensions = "/usr/share/mozilla/extensions"
    private static let namespace = [
        "unshare", "-m", "sh", "-c", #"mount -t tmpfs none "$1" && shift && exec "$@""#, "sh", extensions,
    ]

    private static func start(_ desktop: Desktop, _ sound: SoundServer, in namespace: [String] = []) throws
        -> ChildProcess
    {
        let address = desktop.bus.address
        let settings = desktop.bus.directory.url.appendingPathComponent("bridge.conf").path
        let bridge = try ChildProcess(
            namespace + [
                try Product.path("monkeycall-bridge"), "--address=\(address)", "--session-address=\(address)",
                "--settings=\(settings)",
            ], environment: sound.environment)
        try BusClient(address: address).waitForName("org.monkeycall.Bridge", owned: true)
        return bridge
    }

    /// Installs the extension where the bridge looks for it.
    func installFirefoxExtension() throws {
        let folder = "/proc/\(bridge.processID)/root\(Self.extensions)/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}"
        try FileManager.default.createDirectory(
            atPath: folder + "/browser@monkeycall.org", withIntermediateDirectories: true)
    }

    func startBridge() throws { bridge = try Self.start(desktop, sound) }

    /// Writes the user's settings, and lets the bridge read them.
    func set(_ text: String) throws {
        _ = try desktop.bus.directory.write(text, to: "bridge.conf")
        bridge.send(signal: SIGHUP)
    }

    /// Starts an app: a shell under the app's name, which runs the commands. `$0` is a recorder under the same name.
    /// The app is no child of the tests, because those are providers, too. Returns its process.
    @discardableResult
    func app(_ name: String, recordingWith recorder: String, _ commands: String) throws -> Int32 {
        let place = folder.url.appendingPathComponent(name)
        let launch = """
            mkdir -p "$1/main" "$1/recorder" && cp /bin/sh "$1/main/$2" && cp /usr/bin/\(recorder) "$1/recorder/$2" || exit
            setsid sh -c 'echo $$; exec "$@" >/dev/null 2>&1' sh "$1/main/$2" -c "$3" "$1/recorder/$2" &
            """
        // It tells its process when it has left the group of the launcher, which ends here.
        let launcher = try ChildProcess(
            ["sh", "-c", launch, "sh", place.path, name, commands], environment: sound.environment)
        guard let process = Int32(try launcher.waitForLine()) else { throw SupportError("the app has no process id") }
        pids.append(process)
        return process
    }

    /// Kills an app with all its processes.
    func end(_ app: Int32) { kill(-app, SIGKILL) }

    /// Kills all apps.
    func endApps() {
        for process in pids { end(process) }
        pids = []
    }

    /// Waits until the bridge tells that state of its source. It sends no signal of that.
    func waitForSource(_ state: String) throws {
        let name = "org.monkeycall.Bridge"
        let object = try BusClient(address: desktop.bus.address).object(name, "/org/monkeycall/Bridge", name)
        let deadline = Deadline()
        while true {
            let sources = try object.call("ListSources").first?.elements ?? []
            let source = sources.first { $0["Source"] == "observed-apps" }
            if source?["State"]?.string == state { return }
            guard !deadline.hasPassed else { throw SupportError("the source is never \(state): \(sources)") }
        }
    }
}
