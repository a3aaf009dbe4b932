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
    private let notify: (News) -> Void

    /// The book at that place. In microseconds, each question has `patience`. Dropping this object ends the questions.
    init(_ service: RemoteName, _ path: ObjectPath, patience: UInt64, notify: @escaping (News) -> Void) {
        (self.service, self.path, self.patience, self.notify) = (service, path, patience, notify)
    }

    /// Asks for the contacts that fit, without those of these UIDs.
    func begin(_ query: String, except known: Set<String>) {
        ask("GetContactListUids", query) { single, reply in
            do throws(BusError) {
                let uids = try reply.get().readableTexts.texts
                single.next(uids.filter { !known.contains($0) }[...])
            } catch {
                single.notify(.failed(error))
            }
        }
    }

    private func next(_ uids: ArraySlice<String>) {
        guard let uid = uids.first else { return notify(.over) }
        ask("GetContact", uid) { single, reply in
            switch reply {
            case .success(let message):
                if let card = try? message.read(String.self) {
                    single.notify(.contact(card: card))
                } else {
                    single.notify(.unreadable)
                }
            case .failure(let error):
                // Any other error says that the contact is gone.
                if error.saysUnavailable { return single.notify(.failed(error)) }
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

/// The sources of Evolution Data Server, asked for one after another: a noncharacter of Unicode in one of them makes
/// the message with all of them unreadable for libsystemd.
final class SingleSources {
    private let registry: RemoteName
    /// Gets the sources that can be read, and how many cannot.
    private let notify: (_ sources: [EvolutionSource], _ unreadable: Int) -> Void
    /// Called if the registry does not answer.
    private let failed: (BusError) -> Void
    private var sources: [EvolutionSource] = []
    private var unreadable = 0

    /// Dropping this object ends the questions.
    init(
        _ registry: RemoteName,
        notify: @escaping (_ sources: [EvolutionSource], _ unreadable: Int) -> Void,
        failed: @escaping (BusError) -> Void
    ) {
        (self.registry, self.notify, self.failed) = (registry, notify, failed)
    }

    func begin() {
        ask(EvolutionName.registryPath, StandardInterface.introspectable, "Introspect") { single, reply in
            do throws(BusError) {
                let names = try reply.get().childNodes()
                single.next(names.compactMap { ObjectPath("\(EvolutionName.registryPath)/\($0)") }[...])
            } catch {
                single.failed(error)
            }
        }
    }

    private func next(_ paths: ArraySlice<ObjectPath>) {
        guard let path = paths.first else { return notify(sources, unreadable) }
        get("UID", of: path) { single, uid in
            single.get("Data", of: path) { single, data in
                if let uid, let data { single.sources.append(EvolutionSource(uid: uid, data: data)) }
                single.next(paths.dropFirst())
            }
        }
    }

    /// nil for an object that is no source, and for a text that cannot be read.
    private func get(_ property: String, of path: ObjectPath, then body: @escaping (SingleSources, String?) -> Void) {
        ask(path, StandardInterface.properties, "Get", EvolutionName.source.text, property) { single, reply in
            switch reply {
            case .success(let message):
                let text = try? message.read(Variant.self).string
                if text == nil { single.unreadable += 1 }
                body(single, text)
            case .failure(let error):
                if error.saysUnavailable { single.failed(error) } else { body(single, nil) }
            }
        }
    }

    private func ask<each Argument: BusValue>(
        _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ arguments: repeat each Argument,
        then body: @escaping (SingleSources, Result<Message, BusError>) -> Void
    ) {
        registry.call(path, interface, member, repeat each arguments) { [weak self] reply in
            if let self { body(self, reply) }
        }
    }
}
