// SPDX-License-Identifier: MIT
import ArgumentParser
import CallClient
import CallInterface
import SDBus

struct Dial: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call somebody.",
        usage: "monkeycall dial [<provider>] <handle> [<options>]",
        discussion: """
            With a provider, it places the call, and the command returns when it has sent the invitation. Without one, \
            your default app for this type of handle is asked to call, or else the first app that supports the type, or the \
            only app that is registered; the command returns when the app has been asked. watch tells whether somebody answers. A call that is active is \
            put on hold first, or ended if it cannot be held.

            The handle may be a link: tel:+49-30-123456 is a phone number, and of sip:ada@example.org the address is \
            called. Parameters of a link have no effect.

            EXAMPLES
              monkeycall dial +4930123456
              monkeycall dial org.example.Phone tel:+49-30-123456
            """)

    @Argument(
        help: ArgumentHelp(
            """
            Optional: the app that calls (see monkeycall providers). Then: whom to call, by a number, an address, a name \
            or a link.
            """, valueName: "provider handle"),
        completion: .providers)
    var words: [String]
    @Option(
        help: ArgumentHelp(
            """
            Type of the handle, which is then taken as it is. Without it digits are a phone number, something with an @ \
            is an email address, and all else is generic.
            """, valueName: "type"))
    var type: HandleType?
    @Flag(help: "Make it a video call.")
    var video = false
    @Flag(help: "Call for help: comes before every other call. Only by a cellular provider, which has to be named.")
    var emergency = false
    @Option(help: ArgumentHelp("Id of the new call instead of a random one; with a provider.", valueName: "uuid"))
    var id: IDPrefix?
    @OptionGroup var options: ActionOptions

    private var provider: String? { words.count > 1 ? words[0] : nil }
    private var text: String { words.last ?? "" }
    private var handle: WireHandle {
        type.map { WireHandle(type: $0.rawValue, value: text) } ?? WireHandle(guessing: text)
    }

    func validate() throws {
        guard words.count <= 2 else { throw ValidationError(Self.tooManyWords) }
        guard !text.isEmpty else { throw ValidationError("Say whom to call") }
        if type == nil, WireHandle.isLink(text), WireHandle(link: text) == nil {
            throw ValidationError("'\(text.printable)' is not a link to somebody who can be called")
        }
        if let id, id.uuid == nil { throw ValidationError("The id of a new call is a whole UUID") }
        if provider == nil, id != nil || emergency {
            throw ValidationError("--id and --emergency need a provider: dial <provider> <handle>")
        }
    }

    func perform() throws(Failure) {
        let service = try options.control.connect()
        if let provider { try place(by: provider, service) } else { try ask(service) }
    }

    private static let tooManyWords = "Write a number without spaces, or in quotes"

    private func place(by provider: String, _ service: Service) throws(Failure) {
        if WireHandle(guessing: provider).type == "phone-number", try !isRegistered(provider, service) {
            throw Failure(status: .usage, name: "UsageError", message: Self.tooManyWords)
        }
        let uuid = id?.uuid ?? UUID.random()
        var keys: [String: Variant] = [
            Key.provider: .string(provider), Key.video: .bool(video), Key.handle: handle.variant,
        ]
        if emergency { keys[Key.emergency] = .bool(true) }
        try perform(
            ActionRequest(word: "start-call", call: uuid, keys: keys), on: service, shortID: String(uuid.prefix(8)),
            done: "dialing", party: handle.value)
    }

    private func isRegistered(_ identifier: String, _ service: Service) throws(Failure) -> Bool {
        try service.registry().providersInOrder.contains { $0.identifier == identifier }
    }

    /// The default app places the call itself, and may ask the user first.
    private func ask(_ service: Service) throws(Failure) {
        if try isRegistered(text, service) {
            throw Failure(
                status: .usage, name: "UsageError", message: "Say whom \(text) is to call: dial <provider> <handle>")
        }
        let details: [String: Variant] = [Key.video: .bool(video)]
        let reply = try service.call("RequestStartCall", "", handle, details)
        let provider = try service.attempt { () throws(BusError) in try reply.read(String.self) }
        if bus.json {
            return Output.line(
                JSON.object([("Provider", .string(provider)), ("Handle", JSON(handle.variant))]).text)
        }
        Output.line("\(provider)  was asked to call  \(handle.value)".printable)
    }
}
