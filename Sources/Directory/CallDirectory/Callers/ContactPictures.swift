// SPDX-License-Identifier: MIT

import AddressBooks
import CallInterface
import DirectoryDatabase
import DiskWork
import SDBus

/// The pictures of contacts, by ids that tell a program nothing about their files. A picture keeps its id until the
/// directory ends or has given 10,000 others, and another picture of the same contact has another id.
final class ContactPictures {
    private let files: FileThreads
    private var pictures: [String: ContactPicture] = [:]
    /// Those that were given before them.
    private var earlier: [String: ContactPicture] = [:]
    /// A program that looks up more contacts asks for the first ones again.
    private static let limit = 10_000

    init(_ files: FileThreads) { self.files = files }

    /// nil for a contact without a picture.
    func id(of picture: ContactPicture?) -> String? {
        guard let picture else { return nil }
        // The hashes of a process are seeded, so no program can guess the id of a file.
        let id = String(UInt(bitPattern: picture.hashValue), radix: 16)
        if pictures.count >= Self.limit, pictures[id] == nil { (earlier, pictures) = (pictures, [:]) }
        pictures[id] = picture
        return id
    }

    /// Replies with a sealed copy. The loop does not wait for the disk.
    func open(_ id: String, _ reply: PendingReply<BusFile>) {
        guard let picture = pictures[id] ?? earlier[id] else {
            return reply.fail(Self.missing("The picture is not known; look it up"))
        }
        let isAccepted = files.perform(at: picture.folder) {
            Result { () throws(PictureFault) in try picture.bytes() }
        } then: { (result: Result<[UInt8], PictureFault>) in
            do throws(PictureFault) {
                let bytes = try result.get()
                do throws(BusError) { reply.succeed(try BusFile(sealing: bytes)) } catch { reply.fail(error) }
            } catch {
                reply.fail(Self.missing(error.message))
            }
        }
        if !isAccepted { reply.fail(DirectoryProblem.tooManyRequests.onBus) }
    }

    private static func missing(_ message: String) -> BusError {
        BusError(name: StandardErrorName.fileNotFound, message: message)
    }
}
