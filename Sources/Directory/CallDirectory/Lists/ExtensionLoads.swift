// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import DirectoryDatabase
import SDBus
import SystemFiles

/// Lets extensions load their lists.
final class ExtensionLoads {
    private let session: BusConnection
    private let loop: EventLoop
    private let loads: RunningLoads
    private let timeout: UInt64
    /// By the path of the load.
    private var running: [ObjectPath: ExtensionLoad] = [:]

    /// `timeout` is how long an extension may be silent, in µs.
    init(_ session: BusConnection, _ loop: EventLoop, _ loads: RunningLoads, timeout: UInt64) {
        (self.session, self.loop, self.loads, self.timeout) = (session, loop, loads, timeout)
    }

    /// Starts the extension if it does not run. The completion comes when its lists are visible, or with the reason why
    /// they are not.
    func begin(_ found: DirectoryExtension, then completion: @escaping (Result<Void, BusError>) -> Void) {
        loads.begin(found.id, incremental: true, owner: nil) { [unowned self] result in
            do throws(BusError) {
                start(ExtensionLoad(try result.get(), found, session, loop, loads, timeout), completion)
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func start(_ load: ExtensionLoad, _ completion: @escaping (Result<Void, BusError>) -> Void) {
        let path = load.path
        running[path] = load
        load.begin { [unowned self] result in
            running[path] = nil
            completion(result.mapError(\.onBus))
        }
    }
}

/// One request to an extension.
private final class ExtensionLoad {
    private let load: RunningLoad
    private let found: DirectoryExtension
    private let session: BusConnection
    private let loop: EventLoop
    private let loads: RunningLoads
    private let timeout: UInt64
    private var timer: Timer?
    /// The most characters of an extension's error message.
    private static let messageLength = 256

    var path: ObjectPath { load.path }

    init(
        _ load: RunningLoad, _ found: DirectoryExtension, _ session: BusConnection, _ loop: EventLoop,
        _ loads: RunningLoads, _ timeout: UInt64
    ) {
        (self.load, self.found, self.session, self.loop) = (load, found, session, loop)
        (self.loads, self.timeout) = (loads, timeout)
    }

    func begin(_ completion: @escaping (Result<Void, ListError>) -> Void) {
        load.ended = { [self] result in
            timer = nil
            load.ended = { _ in }
            completion(result)
        }
        findOwner { [unowned self] error in
            guard error.name == StandardErrorName.nameHasNoOwner else { return fail(error) }
            session.ask(.bus("StartServiceByName"), found.id, UInt32(0), timeout: timeout) { [weak self] reply in
                guard let self, !load.hasEnded else { return }
                switch reply {
                case .success: findOwner { [unowned self] in fail($0) }
                case .failure(let error): fail(error)
                }
            }
        }
    }

    /// Requests the lists from the extension that runs.
    private func findOwner(orElse body: @escaping (BusError) -> Void) {
        RemoteName(found.busName, on: session).askOwner(timeout: timeout) { [weak self] owner in
            guard let self, !load.hasEnded else { return }
            switch owner {
            case .success(let owner): identify(owner)
            case .failure(let error): body(error)
            }
        }
    }

    /// Only the connection that owns the name now may use the load. From now on its departure is noticed.
    private func identify(_ owner: String) {
        session.identify(owner) { [weak self] error in
            guard let self, !load.hasEnded else { return }
            if let error { fail(error) } else { request(from: owner) }
        }
    }

    private func request(from owner: String) {
        load.owner = owner
        watch()
        let target = CallTarget(
            BusName(trusted: owner), found.path, DirectoryName.extension, DirectoryMethod.beginRequest.member)
        // It may reply at once, or when its load has ended. The timer, or its departure, ends the wait.
        session.ask(target, load.path, load.isIncremental, timeout: .max) { [weak self] result in
            if case .failure(let error) = result { self?.fail(error) }
        }
    }

    /// Fires when the extension was silent for the whole time. The time that the disk takes does not count.
    private func watch() {
        let (now, end) = (SystemClock.monotonic, load.lastUse + timeout)
        guard load.isWorking || now < end else {
            return abort(
                .loadingInterrupted,
                "\(found.id) did not complete the request within \(timeout / 1_000_000) s; load it again.")
        }
        timer = loop.timer(after: load.isWorking ? timeout : end - now) { [unowned self] in watch() }
    }

    private func fail(_ error: BusError) {
        let isMissing = load.owner == nil && error.name == StandardErrorName.serviceUnknown
        abort(
            isMissing ? .noExtensionFound : ListErrorCode(name: error.name) ?? .loadingInterrupted,
            isMissing
                ? "The bus cannot start \(found.id); install its D-Bus service file."
                : "\(found.id) failed: \(Self.printable(error.message))")
    }

    /// The text of an extension is stored and shown, so it is short and has no control characters.
    private static func printable(_ text: String) -> String {
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars.prefix(messageLength)))
    }

    private func abort(_ code: ListErrorCode, _ message: String) {
        guard !load.hasEnded else { return }
        if load.owner == nil { loads.remove(load) }
        load.abort(because: ListError(code, message))
    }
}

/// A call directory extension, as a desktop file declares it.
struct DirectoryExtension: Hashable, Sendable {
    /// The name on the bus.
    let busName: BusName
    /// The same, which is also the name of the source, and that of the desktop file without `.desktop`.
    var id: String { busName.text }
    /// The name for people.
    let name: String

    /// The object that implements the extension.
    var path: ObjectPath { ObjectPath(ofProgram: busName) }

    /// Nil if the desktop file declares no extension.
    init?(id: String, desktopFile text: String) {
        guard let values = KeyFile(text)["[Desktop Entry]"],
            values["Implements"]?.split(separator: ";").contains(Substring(DirectoryName.extension.text)) == true,
            values["DBusActivatable"] == "true", values["Hidden"] != "true",
            let busName = BusName(id), !id.hasPrefix(":")
        else { return nil }
        self.busName = busName
        name = values["Name"] ?? id
    }
}

/// The desktop files that declare extensions. They are read when a request is about them, because such requests are
/// rare.
package struct ExtensionFiles: Sendable {
    /// The folders `applications`, the most important one first.
    private let folders: [String]
    private static let suffix = ".desktop"
    private static let mostBytes = 64 << 10

    /// The folders of the user (XDG Base Directory Specification). `home` is `~/.local/share`; nil = the user has none.
    package init(home: String?, environment: [String: String]) {
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let data = (home.map { [$0] } ?? []) + shared.split(separator: ":").map(String.init)
        folders = data.filter { $0.hasPrefix("/") }.map { $0 + "/applications/" }
    }

    /// The extension with this id. A file hides those of the same name in later folders.
    func lookUp(_ id: String) -> DirectoryExtension? {
        guard !id.contains("/"), let text = folders.lazy.compactMap({ Self.text(of: $0 + id + Self.suffix) }).first
        else { return nil }
        return DirectoryExtension(id: id, desktopFile: text)
    }

    /// All extensions by id.
    func all() -> [DirectoryExtension] {
        let ids = folders.reduce(into: Set<String>()) { ids, folder in ids.formUnion(Self.ids(in: folder)) }
        return ids.sorted().compactMap { lookUp($0) }
    }

    private static func ids(in folder: String) -> [String] {
        (FileNames.list(in: folder) ?? []).compactMap { name in
            guard name.hasSuffix(suffix), name.utf8.count > suffix.utf8.count else { return nil }
            let id = String(name.dropLast(suffix.count))
            // An id of an extension has a dot.
            return id.contains(".") ? id : nil
        }
    }

    /// The beginning of a file; nil if it cannot be read.
    private static func text(of path: String) -> String? {
        guard let file = RegularFile(path) else { return nil }
        return String(decoding: file.bytes(upTo: mostBytes) ?? [], as: UTF8.self)
    }
}
