// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import Glibc
import PictureHeaders
import SDBus
import SystemFiles

/// The icon of an app in a notification.
enum BannerIcon: Hashable {
    /// A name of the icon theme.
    case themed(String)
    /// A PNG from the app.
    case file(IconFile)

    /// For `Notify`.
    var nameOrURI: String {
        switch self {
        case .themed(let name): name
        case .file(let file): "file://" + file.path
        }
    }

    /// For `AddNotification`: an `(sv)`.
    var portal: Variant {
        switch self {
        case .themed(let name): .structure([.string("themed"), .variant(.strings([name]))])
        case .file(let file): .structure([.string("file-descriptor"), .variant(.file(file.memory))])
        }
    }
}

/// A copy of an app's PNG or of a contact's picture. The agent checks the format and the size before it copies, because
/// the notification server must decode no other formats and nothing larger than a screen.
struct IconFile: Hashable {
    /// The first words of names.
    private static let icon = "icon"
    private static let picture = "picture"

    /// In the user's runtime folder, which no other user can read. Its content and this process determine its name.
    let path: String
    /// The same content, sealed.
    let memory: BusFile

    init?(_ file: BusFile) {
        self.init(file, Self.icon) { PictureHeader.isIcon($0) ? "png" : nil }
    }

    /// The directory has checked the width and the height, also those of a JPEG.
    init?(picture file: BusFile) {
        self.init(file, Self.picture) {
            switch (try? PictureHeader($0))?.format {
            case .png: "png"
            case .jpeg: "jpg"
            case .gif, .webp, nil: nil
            }
        }
    }

    /// `ending` returns the ending of the name; nil = the content is not used.
    private init?(_ file: BusFile, _ name: String, _ ending: ([UInt8]) -> String?) {
        guard let folder = Self.folder, let bytes = file.sealedBytes(limit: PictureHeader.iconBytes),
            let ending = ending(bytes), let memory = try? BusFile(sealing: bytes)
        else { return nil }
        let digest = bytes.stableHash()
        path = "\(folder)/\(name)-\(String(digest, radix: 16))-\(getpid()).\(ending)"
        self.memory = memory
        mkdir(folder, 0o700)
        guard (try? NewFile.write(bytes, to: path)) != nil else {
            remove()
            return nil
        }
    }

    /// Removes the copy on the file system.
    func remove() { unlink(path) }

    /// Removes the copies of agents that do not run any more.
    static func removeLeftOvers() {
        guard let folder else { return }
        for name in FileNames.list(in: folder) ?? [] where isLeftOver(name) { unlink(folder + "/" + name) }
    }

    private static func isLeftOver(_ name: String) -> Bool {
        let words = name.prefix { $0 != "." }.split(separator: "-")
        guard words.count > 1, words[0] == icon || words[0] == picture else { return false }
        // The names of an earlier version have no process.
        guard words.count > 2, let process = pid_t(words[2]), process > 0 else { return true }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// nil without a runtime folder.
    private static var folder: String? { getenv("XDG_RUNTIME_DIR").map { String(cString: $0) + "/monkeycall" } }

    static func == (a: IconFile, b: IconFile) -> Bool { a.path == b.path }
    func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// The pictures of apps or of callers. A file is removed when its last user goes.
struct IconFiles<User: Hashable> {
    private var files: [User: IconFile] = [:]

    /// Those that have a file.
    var users: Set<User> { Set(files.keys) }

    subscript(user: User) -> IconFile? {
        get { files[user] }
        set {
            let old = files[user]
            files[user] = newValue
            // Two users may have the same picture.
            if let old, !files.values.contains(old) { old.remove() }
        }
    }
}

/// The icons of the apps. The agent fetches icon files when an app registers, so that no call waits for one.
final class ProviderIcons {
    private let service: CallServiceClient
    private let changed: () -> Void
    /// The providers at the time of the request, by object path.
    private var asked: [String: ProviderRecord] = [:]
    /// By identifier, so that a missed call keeps its icon after its app has gone.
    private var files = IconFiles<String>()
    /// The missed calls that are shown, as ``MissedCalls`` keeps them.
    private let missed = Journal("missed-calls")

    init(_ service: CallServiceClient, changed: @escaping () -> Void) {
        self.service = service
        self.changed = changed
        IconFile.removeLeftOvers()
    }

    func follow(_ state: DesktopState) {
        let providers = state.registry.providers
        asked = asked.filter { providers[$0.key] != nil }
        for (path, provider) in providers where asked[path] != provider {
            asked[path] = provider
            if provider.icon.isEmpty { fetch(path, provider.identifier) } else { files[provider.identifier] = nil }
        }
        // Removes the files of other providers, except those of missed calls.
        let gone = files.users.subtracting(providers.values.map(\.identifier))
        guard !gone.isEmpty else { return }
        for identifier in gone.subtracting(MissedCalls(missed).all.map(\.call.provider)) { files[identifier] = nil }
    }

    /// Nil if the provider gave no file.
    func file(of provider: String) -> IconFile? { files[provider] }

    /// The answer is an error if the provider has no file.
    private func fetch(_ path: String, _ identifier: String) {
        service.client.open(.openIcon, path) { [unowned self] file in
            // The app may have gone, or may have given a name meanwhile.
            guard let provider = asked[path], provider.identifier == identifier, provider.icon.isEmpty else { return }
            let icon = file.flatMap { IconFile($0) }
            guard files[identifier] != icon else { return }
            files[identifier] = icon
            changed()
        }
    }
}
