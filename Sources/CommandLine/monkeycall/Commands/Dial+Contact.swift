// SPDX-License-Identifier: MIT
import CallClient
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
            let contacts = try DirectoryLink(bus)
                .contacts(named: name, isForCall: true, advice: "; dial --type generic calls a name of an app")
            let addresses = try ContactAddress.callable(in: contacts, of: name)
            guard let only = addresses.first, addresses.allSatisfy({ $0.handle == only.handle }) else {
                throw .ambiguous(addresses, for: name)
            }
            return only
        } catch {
            guard error.status == .unavailable else { throw error }
            return nil
        }
    }

    /// The first registered one of the providers that the directory proposes for a call with that party; "" if it does
    /// not run or proposes none, so that the user's default calls.
    func line(of handle: Handle, _ service: Service) throws(Failure) -> String {
        guard let directory = try? DirectoryLink(bus), directory.isRunning,
            let caller = try? directory.call(
                .lookup, handle.wire, [String: Variant](), timeout: Self.lookupTimeout,
                returning: [String: Variant].self),
            let proposed = caller[.providers]?.strings
        else { return "" }
        for provider in proposed where try isRegistered(provider, service) { return provider }
        return ""
    }
}
