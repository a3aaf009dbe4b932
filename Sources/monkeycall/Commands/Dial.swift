// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import SDBus

struct Dial: ActionCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call somebody.",
        discussion: """
            Returns when the app has sent the invitation; whether anybody answers, watch tells. A call that is active \
            is put on hold first, or ended if it cannot be held.

            EXAMPLE
              monkeycall dial org.example.Phone +4930123456
            """)

    @Argument(help: "Identifier of the provider to call by, see providers.", completion: .providers)
    var provider: String
    @Argument(help: "Whom to call: a number, an address, a name.")
    var handle: String
    @Option(
        help: ArgumentHelp(
            """
            Type of the handle. Without it + and digits are a phone number, something with an @ is an email address, \
            and all else is generic.
            """, valueName: "type"))
    var type: HandleType?
    @Flag(help: "Make it a video call.")
    var video = false
    @Flag(help: "Call for help: comes before every other call. Only by a cellular provider.")
    var emergency = false
    @Option(help: ArgumentHelp("Id of the new call instead of a random one.", valueName: "uuid"))
    var id: IDPrefix?
    @OptionGroup var options: ActionOptions

    func validate() throws {
        if let id, id.uuid == nil { throw ValidationError("The id of a new call is a whole UUID") }
        if handle.isEmpty { throw ValidationError("Say whom to call") }
    }

    func perform() throws(Failure) {
        let service = try options.control.connect()
        let uuid = id?.uuid ?? UUID.random()
        let type = self.type ?? HandleType(guessing: handle)
        var keys: [String: Variant] = [
            Key.provider: .string(provider), Key.video: .bool(video),
            Key.handle: WireHandle(type: type.rawValue, value: handle).variant,
        ]
        if emergency { keys[Key.emergency] = .bool(true) }
        try perform(
            ActionRequest(word: "start-call", call: uuid, keys: keys), on: service, shortID: String(uuid.prefix(8)),
            done: "dialing", party: handle)
    }
}
