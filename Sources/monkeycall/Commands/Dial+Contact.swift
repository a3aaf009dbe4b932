// SPDX-License-Identifier: MIT
import CallInterface
import SDBus

/// `dial Ada`: a name is looked up among the user's favourites and in the address books.
extension Dial {
    /// How long a directory may take to propose a provider, in microseconds. A call to a number does not need it.
    private static let lookupTimeout: UInt64 = 1_000_000

    /// Whether people write names so: letters, and nothing of a number, an address or an identifier. A text of several
    /// words may have digits and dots, as in "Dr. Watson".
    static func isName(_ text: String) -> Bool {
        guard text.contains(where: \.isLetter), !text.contains(where: { "@:*#+/".contains($0) }) else { return false }
        return text.contains(" ") || !text.contains { $0.isASCII && ($0.isNumber || $0 == ".") }
    }

    /// The only address that the name fits; nil if no directory answers.
    func contact(named name: String) throws(Failure) -> ContactAddress? {
        do throws(Failure) {
            let directory = try DirectoryLink(bus)
            let favourites = try Self.favourites(named: name, directory)
            let addresses =
                try favourites.isEmpty
                ? ContactAddress.callable(
                    in: directory.contacts(
                        named: name, advice: "; dial --type generic calls a name of an app"), of: name)
                : favourites
            guard let only = addresses.first, addresses.allSatisfy({ $0.handle == only.handle }) else {
                throw .ambiguous(addresses, for: name)
            }
            return only
        } catch {
            guard error.status == .unavailable else { throw error }
            return nil
        }
    }

    /// The favourites with that whole name.
    private static func favourites(
        named name: String, _ directory: DirectoryLink
    ) throws(Failure) -> [ContactAddress] {
        let all = try directory.call(.listFavourites, returning: [[String: Variant]].self)
        return all.filter { $0.text(.name).lowercased() == name.lowercased() }.compactMap { favourite in
            guard let handle = favourite[.handle].flatMap({ WireHandle($0) })?.handle else { return nil }
            return ContactAddress(name: favourite.text(.name), handle: handle, use: "")
        }
    }

    /// The registered provider of the favourite or of the last call with that party; "" if the directory does not run
    /// or knows none, so that the user's default calls.
    func line(of handle: Handle, _ service: Service) throws(Failure) -> String {
        guard let directory = try? DirectoryLink(bus), directory.isRunning,
            let caller = try? directory.call(
                .lookup, handle.wire, [String: Variant](), timeout: Self.lookupTimeout,
                returning: [String: Variant].self),
            let provider = caller[.provider]?.string, try isRegistered(provider, service)
        else { return "" }
        return provider
    }
}
