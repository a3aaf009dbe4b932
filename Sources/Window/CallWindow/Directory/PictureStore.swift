// SPDX-License-Identifier: MIT

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
        directory.openPicture(id) { [unowned self] file in
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
