// SPDX-License-Identifier: MIT

public import ArgumentParser
import CallClient
public import CallContract
import CallInterface
import CallLinks
import SDBus

struct Dial: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start a call.",
        usage: "monkeycall dial [<provider>] <handle> [<options>]",
        discussion: """
            With a provider, the command returns when that app has sent the invitation. Without a provider, the \
            service asks your default app for this type of handle to call, or else the first app that supports the \
            type, or the only registered app; the command returns when that app has taken the request, and fails if the \
            app does not start calls that other programs request. Use watch to see \
            whether the other side answers. The service first puts an active call on hold, or ends it if it cannot be \
            held. An emergency number of a modem is always called by a modem, before all other calls.

            A name is looked up among your favourites and in your address books, which needs monkeycall-directory. The \
            app of the favourite or of the last call with that number or address calls. If several numbers or addresses \
            fit a name, the command lists them and dials none. A name after a provider, or with --type generic, is a \
            name that the app knows.

            The handle may be a link: tel:+49-30-123456 is a phone number, and sip:ada@example.org calls that address. \
            Parameters of a link have no effect. The code of a meeting behind the number (tel:+49-30-123456,,555#) is not \
            dialed: a notification offers to play it when the call is connected, and monkeycall dtmf plays it.

            Programs that open links use --link: a notification of monkeycall-agent asks whether to call, and the \
            command returns at once. If no agent can ask, the command asks on the terminal.

            An app that is named as the provider and does not run is started, if the session bus can start it.

            EXAMPLES
              monkeycall dial +4930123456
              monkeycall dial Ada Lovelace
              monkeycall dial org.example.Phone tel:+49-30-123456
              monkeycall dial --link sip:ada@example.org
            """)

    @Argument(
        help: ArgumentHelp(
            """
            Optional: the app that calls (see monkeycall providers). Then the handle to call: a number, an address, a \
            name or a link.
            """, valueName: "provider handle"),
        completion: .providersAndContacts)
    var words: [String] = []
    @Option(
        help: ArgumentHelp(
            "Ask the user whether to call this tel:, sip:, sips:, callto: or facetime: link.", valueName: "link"))
    var link: String?
    @Option(
        help: ArgumentHelp(
            """
            Type of the handle, which the command then uses as it is. Without it digits are a phone number, a text \
            with an @ is an email address, and any other text is generic.
            """, valueName: "type"))
    var type: Handle.Kind?
    @Flag(help: "Make it a video call.")
    var video = false
    @Flag(help: "Make it an emergency call, which comes before all others. Name a cellular provider for it.")
    var emergency = false
    @Option(help: ArgumentHelp("Id of the new call instead of a random one; needs a provider.", valueName: "uuid"))
    var id: IDPrefix?
    @OptionGroup var options: ActionOptions

    private var provider: String? { words.count > 1 ? words[0] : nil }
    private var text: String { words.last ?? "" }
    private var handle: Handle {
        type.map { Handle(kind: $0, value: text) } ?? ownLink?.handle ?? Handle(guessing: text)
    }
    /// The link that the user typed as the handle.
    private var ownLink: CallLink? { type == nil ? try? CallLink(text) : nil }
    private var isVideo: Bool { video || ownLink?.isVideo == true }

    func validate() throws {
        if let link { return try validate(link: link) }
        guard !words.isEmpty else { throw ValidationError("Give a number, an address, a name or a link") }
        guard words.count <= 2 || isNameOfWords else { throw ValidationError(Self.tooManyWords) }
        guard !text.isEmpty else { throw ValidationError("The handle is empty; give a number, an address or a name") }
        if type == nil, CallLink.hasScheme(text) {
            do throws(CallLinkError) { _ = try CallLink(text) } catch { throw ValidationError(error.message) }
        }
        if let id, id.uuid == nil { throw ValidationError("--id must be a whole UUID") }
        if provider == nil, id != nil || emergency {
            throw ValidationError(Self.needsProvider)
        }
    }

    private func validate(link: String) throws {
        guard words.isEmpty, type == nil, id == nil, !emergency, !video, !options.noWait, options.control.isOwn else {
            throw ValidationError("--link takes only the options of all commands; leave the other arguments out")
        }
    }

    func perform() throws(Failure) {
        if let link { return try confirm(link: link) }
        let service = try options.control.connect()
        let isContact = words.count == 1 && NamedCaller.isName(text) || isNameOfWords
        if isContact, type == nil, try !isRegistered(words[0], service) {
            guard id == nil, !emergency else {
                throw Failure(.usage, "UsageError", Self.needsProvider)
            }
            let contact = try contact(named: words.joined(separator: " "))
            if !bus.json { Output.line("Calling \(contact.line)") }
            return try ask(service, for: contact.handle, called: contact.name, video: video)
        }
        guard words.count <= 2 else { throw Failure(.usage, "UsageError", Self.tooManyWords) }
        if let provider { try place(by: provider, service) } else { try askDefault(service) }
    }

    /// Whether the words are a name such as Ada Lovelace or Dr. Watson. An identifier of a provider has a dot in it.
    private var isNameOfWords: Bool {
        words.count > 1 && words.allSatisfy { NamedCaller.isName($0.hasSuffix(".") ? String($0.dropLast()) : $0) }
    }

    private static let needsProvider = "--id and --emergency need a provider: dial <provider> <handle>"

    private static let tooManyWords = "There are too many arguments; write a number without spaces, or in quotes"

    private func place(by provider: String, _ service: Service) throws(Failure) {
        if Handle(guessing: provider).kind == .phoneNumber, try !isRegistered(provider, service) {
            throw Failure(.usage, "UsageError", Self.tooManyWords)
        }
        if try !isRegistered(provider, service) {
            try AppStart.start(provider, on: bus.sessionBus, try options.control.connect())
        }
        let uuid = id?.uuid ?? CallID.random().description
        var start = StartAction(provider: provider, handle: handle)
        (start.video, start.emergency) = (isVideo, emergency)
        try perform([ActionRequest(kind: .start(start), call: uuid)], on: service, done: "dialing") { _ in
            (String(uuid.prefix(8)), handle.value)
        }
    }

    func isRegistered(_ identifier: String, _ service: Service) throws(Failure) -> Bool {
        try service.registry().providersInOrder.contains { $0.identifier == identifier }
    }

    private func askDefault(_ service: Service) throws(Failure) {
        if try isRegistered(text, service) {
            throw Failure(
                .usage, "UsageError", "\(text) is a provider, not a handle; add the handle: dial <provider> <handle>")
        }
        try ask(service, for: handle, video: isVideo, postDial: ownLink?.postDial ?? "")
    }

    /// The app of the last call, or else the user's default for the handle's type, places the call by itself, and may
    /// ask the user first.
    func ask(
        _ service: Service, for handle: Handle, called name: String = "", video: Bool, postDial: String = ""
    ) throws(Failure) {
        var details = StartCallDetails()
        (details.video, details.displayName, details.postDial) = (video, name, postDial)
        let line = try line(of: handle, service)
        let reply = try service.call(.requestStartCall, line, handle.wire, details.wireThatAwaitsAnswer, once: true)
        let provider = try service.attempt { () throws(BusError) in try reply.read(String.self) }
        say(
            "\(provider)  was asked to call  \(handle.value)",
            json: ("Provider", .string(provider)), ("Handle", JSON(handle.variant)))
    }
}

/// `dial Ada`: a name is looked up among the user's favourites and in the address books.
extension Dial {
    /// How long a directory may take to propose a provider, in microseconds. A call to a number does not need it.
    private static let lookupTimeout: UInt64 = 1_000_000

    private static let otherNames = "; dial --type generic calls a name that only an app knows"

    /// The only address that the name fits.
    func contact(named name: String) throws(Failure) -> ContactAddress {
        do throws(Failure) {
            let contacts = try DirectoryLink(bus).contacts(named: name, for: .call, advice: Self.otherNames)
            let addresses = try ContactAddress.callable(in: contacts, of: name)
            guard let only = addresses.first, addresses.allSatisfy({ $0.handle == only.handle }) else {
                throw .ambiguousContact(addresses, for: name)
            }
            return only
        } catch {
            guard error.status == .unavailable else { throw error }
            throw Failure(
                .unavailable, error.name,
                "\(name) is a name, and names need monkeycall-directory: \(error.message)\(Self.otherNames)")
        }
    }

    /// The first registered one of the providers that the directory proposes for a call with that party; "" if it does
    /// not run or proposes none, so that the user's default calls.
    func line(of handle: Handle, _ service: Service) throws(Failure) -> String {
        guard let directory = try? DirectoryLink(bus), directory.isRunning,
            let proposed = try? directory.lookup(handle, timeout: Self.lookupTimeout)[.providers]?.strings
        else { return "" }
        for provider in proposed where try isRegistered(provider, service) { return provider }
        return ""
    }
}

/// `dial --link`: a page or a message chose the number, so the user decides before anything is dialed.
extension Dial {
    /// The agent asks by a notification. Without an agent that can ask, the terminal does.
    func confirm(link text: String) throws(Failure) {
        let link: CallLink
        do throws(CallLinkError) { link = try CallLink(text) } catch {
            throw Failure(.usage, "UsageError", error.message)
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
        let line = "A notification asks whether to call \(link.handle.value)."
        say(line, json: ("Link", .string(text)), ("Asked", .bool(true)))
    }

    private func askOnTerminal(_ link: CallLink) throws(Failure) {
        let party = Party(link, in: try? DirectoryLink(bus))
        guard Terminal.ask("Call \(party.text)? [y/N] ".printable) else {
            throw Failure(.failed, "Cancelled", "Nothing was dialed, because you did not agree")
        }
        try ask(try options.control.connect(), for: link.handle, video: link.isVideo, postDial: link.postDial)
    }
}

/// The party of a link, as the question names it.
private struct Party {
    let text: String

    /// A directory that does not answer leaves the number without a name.
    init(_ link: CallLink, in directory: DirectoryLink?) {
        let known = try? directory?.lookup(link.handle)
        let formatted = known?[.formatted]?.string ?? link.handle.value
        let address =
            formatted + (link.extensionDigits.isEmpty ? "" : ", extension \(link.extensionDigits)")
            + (link.postDial.isEmpty ? "" : ", code for after the answer \(link.postDial)")
            + (link.context.map { ", only in the network of \($0)" } ?? "") + (link.isVideo ? ", video" : "")
        let name = known?.text(.displayName) ?? ""
        text = name.isEmpty ? address : "\(name) (\(address))"
    }
}

extension Handle.Kind: ExpressibleByArgument {}

struct Redial: Command {
    static let configuration = CommandConfiguration(
        abstract: "Call the number or address again that you called last.",
        discussion: """
            The app that made that call is asked, if it runs, or else your default app. If an app in a sandbox made \
            it, no other app is asked. The command needs monkeycall-directory, which remembers the calls.

            With --json an object: Provider, the app that was asked.
            """)

    @OptionGroup var bus: BusOptions

    func perform() throws(Failure) {
        let provider = try DirectoryLink(bus).call(.redial, returning: String.self)
        say("\(provider)  was asked to call", json: ("Provider", .string(provider)))
    }
}
