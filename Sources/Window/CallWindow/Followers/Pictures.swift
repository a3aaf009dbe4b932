// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import GTK
import PictureHeaders
import SDBus

/// The pictures of contacts. A picture is hostile input: its format and its size are checked before a decoder sees it,
/// and it is decoded only as large as it is shown.
@MainActor
final class PictureStore {
    /// In pixels. The largest place that shows a picture, on a screen with twice as many pixels.
    static let size = 256
    /// The formats whose decoders are used often, and within which sizes in pixels. JPEG decodes to a smaller size at
    /// once.
    private static let limits: [PictureFormat: Int] = [.png: 1_024, .jpeg: 4_096]
    private static let maximumBytes = 2 << 20
    /// More pictures are not kept. One has a quarter of a megabyte.
    private static let most = 100

    private unowned let directory: DirectoryFollower
    private var pictures: [String: Picture] = [:]
    /// What waits for each picture that was asked for.
    private var waiting: [String: [(Picture) -> Void]] = [:]
    /// Cannot be opened or decoded.
    private var bad: Set<String> = []

    init(_ directory: DirectoryFollower) { self.directory = directory }

    /// The ids are those of another directory, or of contacts that have changed.
    func forget() { (pictures, waiting, bad) = ([:], [:], []) }

    /// Calls `body` with the picture, at once if it is known, and never if it cannot be shown.
    func load(_ id: String, then body: @escaping (Picture) -> Void) {
        guard !id.isEmpty, !bad.contains(id) else { return }
        if let picture = pictures[id] { return body(picture) }
        guard waiting.updateValue((waiting[id] ?? []) + [body], forKey: id) == nil else { return }
        directory.client?.openPicture(id, size: UInt32(Self.size)) { [unowned self] file in
            guard let bodies = waiting.removeValue(forKey: id) else { return }
            guard let picture = file.flatMap(Self.decode) else {
                bad.insert(id)
                return
            }
            if pictures.count >= Self.most { pictures = [:] }
            pictures[id] = picture
            for body in bodies { body(picture) }
        }
    }

    private static func decode(_ file: BusFile) -> Picture? {
        guard let bytes = file.sealedBytes(limit: maximumBytes), let header = try? PictureHeader(bytes),
            let limit = limits[header.format], header.width <= limit, header.height <= limit
        else { return nil }
        return Picture.decode(bytes, as: header.format.rawValue, side: size)
    }
}

/// The picture of a person in a widget that shows one person after the other: at first the letters of the name.
@MainActor
final class PersonAvatar {
    /// The caller whose picture is looked up for this widget.
    var awaited = ""
    private let avatar: Avatar
    private var (name, number) = ("", "")
    /// The picture that was asked for last.
    private var picture = ""

    init(_ avatar: Avatar) { self.avatar = avatar }

    /// Gives the widget its colour and its letters; an empty name = a symbol of a person.
    func show(name: String, number: String = "") {
        (self.name, self.number) = (name, number)
        (picture, awaited) = ("", "")
        avatar.show(name: name, number: number)
    }

    /// Shows a picture when it comes, unless the widget shows another person by then.
    func show(picture id: String, from store: PictureStore) {
        picture = id
        store.load(id) { [weak self] picture in
            guard let self, self.picture == id else { return }
            avatar.show(name: name, number: number, picture)
        }
    }
}

/// The pictures of callers, each looked up once.
@MainActor
final class CallerPictures {
    /// More callers are not kept.
    private static let most = 1_000

    private unowned let directory: DirectoryFollower
    /// The id of the picture of each caller; "" = none.
    private var known: [WireHandle: String] = [:]
    /// What waits for the picture of each caller that was asked for.
    private var waiting: [WireHandle: [(String) -> Void]] = [:]
    /// Those of them that the directory is not asked about yet.
    private var unasked: [WireHandle] = []

    init(_ directory: DirectoryFollower) {
        self.directory = directory
        directory.observe { [unowned self] change in
            if change == .contacts || change == .presence { known = [:] }
        }
    }

    func show(_ caller: WireHandle, in avatar: PersonAvatar) {
        if let picture = known[caller] { return avatar.show(picture: picture, from: directory.pictures) }
        guard caller != .none, directory.presence == .running else { return }
        avatar.awaited = caller.written
        let body: (String) -> Void = { [weak avatar, directory] picture in
            guard let avatar, avatar.awaited == caller.written else { return }
            avatar.show(picture: picture, from: directory.pictures)
        }
        guard waiting.updateValue((waiting[caller] ?? []) + [body], forKey: caller) == nil else { return }
        // The names come first: neither this program nor the directory works on the pictures before.
        if unasked.isEmpty { Later.idle { [weak self] in self?.ask() } }
        unasked.append(caller)
    }

    private func ask() {
        let callers = unasked
        unasked = []
        for caller in callers { ask(caller) }
    }

    private func ask(_ caller: WireHandle) {
        directory.client?.lookUp(caller) { [unowned self] facts in
            guard let bodies = waiting.removeValue(forKey: caller), let facts else { return }
            let picture = facts.text(.picture)
            if known.count >= Self.most { known = [:] }
            known[caller] = picture
            for body in bodies { body(picture) }
        }
    }
}

/// The icons of the apps that make calls: a name of the icon theme, or a file that the app gave to the service.
@MainActor
final class ProviderIconStore {
    private let calls: CallsFollower
    /// What an icon depends on.
    private struct Source: Hashable {
        let provider: String
        /// Of the icon theme; empty = the app may have given a file.
        let name: String
    }

    /// By path, at the time of the question.
    private var asked: [String: Source] = [:]
    /// By identifier.
    private var pictures: [String: Picture] = [:]
    private var observers: [() -> Void] = []

    init(_ calls: CallsFollower) {
        self.calls = calls
        calls.observe { [unowned self] in follow() }
    }

    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Shows the icon of that provider.
    func show(_ provider: String, in image: Image) {
        if let picture = pictures[provider] { return image.show(picture) }
        let name = calls.registry.provider(provider)?.icon ?? ""
        image.show(icon: name.isEmpty ? "call-start-symbolic" : name)
    }

    private func follow() {
        let new = calls.registry.providers.mapValues { Source(provider: $0.identifier, name: $0.icon) }
        let old = asked
        guard new != old else { return }
        asked = new
        // The picture of an app that has gone, or that has a name of the icon theme now.
        let withFiles = Set(new.values.filter(\.name.isEmpty).map(\.provider))
        pictures = pictures.filter { withFiles.contains($0.key) }
        for (path, source) in new where old[path] != source && source.name.isEmpty { load(source, of: path) }
    }

    private func load(_ source: Source, of path: String) {
        calls.client.open(.openIcon, path) { [unowned self] file in
            guard asked[path] == source else { return }
            let bytes = file.flatMap { $0.sealedBytes(limit: PictureHeader.iconBytes) }
            let picture = bytes.flatMap { PictureHeader.isIcon($0) ? Picture.decode($0) : nil }
            guard picture != nil || pictures[source.provider] != nil else { return }
            pictures[source.provider] = picture
            for observer in observers { observer() }
        }
    }
}
