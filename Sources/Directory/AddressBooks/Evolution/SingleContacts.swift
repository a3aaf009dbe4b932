// SPDX-License-Identifier: MIT

internal import SDBus

/// The contacts of a book, asked for one after another. libsystemd reads no message that has a noncharacter of Unicode,
/// such as U+FFFF, and Evolution Data Server puts many contacts into one message: one such contact would take all
/// others with it.
final class SingleContacts {
    enum News {
        case contact(card: String)
        /// libsystemd refuses this contact.
        case unreadable
        /// Every contact has been asked for.
        case over
        case failed(BusError)
    }

    private let service: RemoteName
    private let path: ObjectPath
    private let patience: UInt64
    private let told: (News) -> Void

    /// The book at that place. In microseconds, each question has `patience`. Dropping this object ends the questions.
    init(_ service: RemoteName, _ path: ObjectPath, patience: UInt64, told: @escaping (News) -> Void) {
        (self.service, self.path, self.patience, self.told) = (service, path, patience, told)
    }

    /// Asks for the contacts that fit, without those of these UIDs.
    func begin(_ query: String, except known: Set<String>) {
        ask("GetContactListUids", query) { single, reply in
            do throws(BusError) {
                let uids = try reply.get().readableTexts.texts
                single.next(uids.filter { !known.contains($0) }[...])
            } catch {
                single.told(.failed(error))
            }
        }
    }

    private func next(_ uids: ArraySlice<String>) {
        guard let uid = uids.first else { return told(.over) }
        ask("GetContact", uid) { single, reply in
            switch reply {
            case .success(let message):
                if let card = try? message.read(String.self) {
                    single.told(.contact(card: card))
                } else {
                    single.told(.unreadable)
                }
            case .failure(let error):
                // Any other error says that the contact is gone.
                if error.saysUnavailable { return single.told(.failed(error)) }
            }
            single.next(uids.dropFirst())
        }
    }

    private func ask(
        _ member: MemberName, _ argument: String,
        then body: @escaping (SingleContacts, Result<Message, BusError>) -> Void
    ) {
        service.call(path, EvolutionName.book, member, argument, timeout: patience) { [weak self] reply in
            if let self { body(self, reply) }
        }
    }
}

extension Message {
    /// The texts of an array up to the first one that libsystemd refuses to read, and whether these are all.
    var readableTexts: (texts: [String], areAll: Bool) {
        var texts: [String] = []
        do throws(BusError) {
            try read { (reader) throws(BusError) in
                try reader.array(of: String.signature) { (reader) throws(BusError) in
                    texts.append(try reader.read(String.self))
                }
            }
            return (texts, true)
        } catch {
            return (texts, false)
        }
    }
}
