// SPDX-License-Identifier: MIT
import CallInterface
import CallLinks
import SDBus

/// `dial --link`: a page or a message chose the number, so the user decides before anything is dialed.
extension Dial {
    /// The agent asks by a notification. Without an agent that can ask, the terminal does.
    func confirm(link text: String) throws(Failure) {
        let link: CallLink
        do throws(CallLinkError) { link = try CallLink(text) } catch {
            throw Failure(status: .usage, name: "UsageError", message: error.message)
        }
        do throws(Failure) {
            try AgentLink(bus).confirmCall(link: text)
        } catch {
            guard error.name == "CannotAsk" || error.status == .unavailable else { throw error }
            guard !bus.json, Terminal.canAsk else {
                let advice =
                    error.name == "CannotAsk"
                    ? " Nothing was dialed."
                    : "; nothing was dialed: open the link again when an agent runs, or in a terminal"
                throw Failure(status: error.status, name: error.name, message: error.message + advice)
            }
            return try askOnTerminal(link)
        }
        if bus.json { return Output.line(JSON.object([("Link", .string(text)), ("Asked", .bool(true))]).text) }
        Output.line("A notification asks whether to call \(link.handle.value).".printable)
    }

    private func askOnTerminal(_ link: CallLink) throws(Failure) {
        let party = Party(link, in: try? DirectoryLink(bus))
        guard Terminal.ask("Call \(party.text)? [y/N] ".printable) else {
            throw Failure(status: .failed, name: "Cancelled", message: "Nothing was dialed, because you did not agree")
        }
        try ask(try options.control.connect(), for: link.handle, video: link.isVideo)
    }
}

/// The party of a link, as the question names it.
private struct Party {
    let text: String

    /// A directory that does not answer leaves the number without a name.
    init(_ link: CallLink, in directory: DirectoryLink?) {
        let known =
            try? directory?.call(
                .lookup, link.handle.wire, [String: Variant](), returning: [String: Variant].self)
        let formatted = known?[.formatted]?.string ?? link.handle.value
        let address =
            formatted + (link.extensionDigits.isEmpty ? "" : ", extension \(link.extensionDigits)")
            + (link.context.map { ", only in the network of \($0)" } ?? "") + (link.isVideo ? ", video" : "")
        let name = known?.text(.displayName) ?? ""
        text = name.isEmpty ? address : "\(name) (\(address))"
    }
}
