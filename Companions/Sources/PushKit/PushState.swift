// SPDX-License-Identifier: MIT

import Crypto
import Foundation
import Glibc

/// What an app keeps from one start to the next: its token and its distributor, and the keys that its server encrypts
/// with.
struct PushState: Sendable {
    var token: String
    /// The distributor that knows the token.
    var distributor: String?
    let keys: WebPushKeys

    /// New ones.
    init() { (token, distributor, keys) = (Self.makeToken(), nil, WebPushKeys()) }

    static func makeToken() -> String { UUID().uuidString.lowercased() }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private struct Record: Codable {
        let token: String
        let distributor: String?
        let privateKey: String
        let auth: String
    }

    /// Nil if these are not the contents of such a file.
    init?(_ contents: Data) {
        guard let record = try? JSONDecoder().decode(Record.self, from: contents),
            UUID(uuidString: record.token) != nil,
            let key = Data(base64URL: record.privateKey), let secret = Data(base64URL: record.auth),
            let keys = WebPushKeys(privateKey: key, secret: secret)
        else { return nil }
        (token, distributor, self.keys) = (record.token, record.distributor, keys)
    }

    var contents: Data {
        let record = Record(
            token: token, distributor: distributor,
            privateKey: keys.privateKey.rawRepresentation.base64URL, auth: keys.secret.base64URL)
        return (try? Self.encoder.encode(record)) ?? Data()
    }

    /// The token of PushKit: what the app's server needs.
    func credentials(endpoint: String) -> Data {
        let values = ["endpoint": endpoint, "p256dh": keys.publicKey.base64URL, "auth": keys.secret.base64URL]
        return (try? Self.encoder.encode(values)) ?? Data()
    }
}

/// The file of the state, which only the user can read: `push.json` in the app's folder in the user's state folder.
struct PushStateFile {
    let path: String
    private let folder: String

    /// `app` is a valid bus name, so it is the name of a file. Nil if the user has no home.
    init?(app: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
        let value = { (name: String) in environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        guard let state = value("XDG_STATE_HOME") ?? value("HOME").map({ $0 + "/.local/state" }) else { return nil }
        folder = state + "/" + app
        path = folder + "/push.json"
    }

    enum Reading {
        case state(PushState)
        /// There is no file.
        case nothing
        /// The file cannot be read, or is damaged.
        case damaged
    }

    func read() -> Reading {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return errno == ENOENT ? .nothing : .damaged }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        guard let contents = try? handle.read(upToCount: 65_536), let state = PushState(contents) else {
            return .damaged
        }
        return .state(state)
    }

    /// Replaces the file as a whole or not at all, also if the machine stops meanwhile. False if that failed; `errno`
    /// says why.
    func write(_ state: PushState) -> Bool {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = path + ".new"
        // A crash may have left one.
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let bytes = [UInt8](state.contents)
        let isWritten = Glibc.write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0
        return close(file) == 0 && isWritten && rename(draft, path) == 0
    }
}
