// SPDX-License-Identifier: MIT

/// One thing that a client does. Calls have numbers, and actions are named by call, kind and count. So a story can be
/// replayed without some of its parts.
enum Deed: Hashable, Codable, Sendable {
    case register(app: String, groups: Int, holdsImplicitly: Bool)
    case configure(app: String, groups: Int)
    case invalidate(app: String)
    case ring(app: String, call: Int, canHold: Bool, emergency: Bool = false)
    case exists(app: String, call: Int, state: String, group: Int?)
    case connecting(call: Int)
    case connected(call: Int)
    case ended(call: Int, reason: String)
    case canHold(call: Int, Bool)
    case onHold(call: Int, Bool)
    case complete(Told, succeeded: Bool)
    case completeUnknown
    /// A request. The ids of its transaction and actions are made from `name`; nil = the service chooses them.
    case request([Wish], name: Int? = nil)
    /// The same wish through the method of the call's object.
    case ask(Wish)
    case requestStartCall(app: String)
    case registerShell(ShellWish)
    case setShellState(ShellWish)
    case silence(call: Int?)
    case setRoute(String)
    case registerDirectory(whenLate: String)
    /// The user switches off this app and no other; nil = none.
    case switchOff(app: String?)
    case answerScreening(call: Int, verdict: String)
    case identify(call: Int)
    case subscribe
    case unsubscribe
    /// Reads all calls and providers.
    case look
    case lookAtAudio
    /// Leaves the bus. With its next deed the client joins again.
    case leave
    /// No client's deed: the service is killed at its step of that number, counted from here, and another one starts
    /// after that time in microseconds. That one is killed at the first step of `again` of its start, and so on.
    case kill(step: Int, downtime: UInt64, again: [Int] = [])

    /// A requested action on a call.
    struct Wish: Hashable, Codable, Sendable {
        let call: Int
        let kind: Kind

        enum Kind: Hashable, Codable, Sendable {
            case start(app: String, emergency: Bool = false)
            case answer
            case end
            case hold(Bool)
            case mute(Bool)
            case group(with: Int?)
            case tones
        }
    }

    /// An action that a provider was told to perform: the first, second, … of its kind for that call.
    struct Told: Hashable, Codable, Sendable {
        let call: Int
        let action: String
        let count: Int
    }
}

/// A deed, its client, and the time at which it reaches the service, in µs since the beginning. All inputs of one time
/// arrive before the service looks.
struct Input: Hashable, Codable, Sendable {
    let time: UInt64
    let client: Int
    let deed: Deed
}

extension Deed: CustomStringConvertible {
    var description: String {
        switch self {
        case .register(let app, let groups, let implicitly):
            "registers \(app), \(groups) groups\(implicitly ? ", which holds by itself" : "")"
        case .configure(let app, let groups): "configures \(app), \(groups) groups"
        case .invalidate(let app): "invalidates \(app)"
        case .ring(let app, let call, let canHold, let emergency):
            "reports \(emergency ? "emergency " : "")call \(call) incoming at \(app)\(canHold ? "" : ", cannot be held")"
        case .exists(let app, let call, let state, let group):
            "reports existing call \(call) \(state) at \(app)\(group.map { " in group \($0)" } ?? "")"
        case .connecting(let call): "reports call \(call) connecting"
        case .connected(let call): "reports call \(call) connected"
        case .ended(let call, let reason): "reports call \(call) ended: \(reason)"
        case .canHold(let call, let can): "says that call \(call) \(can ? "can" : "cannot") be held"
        case .onHold(let call, let held): "says that call \(call) is \(held ? "held" : "resumed")"
        case .complete(let told, let succeeded): "\(succeeded ? "fulfils" : "fails") \(told)"
        case .completeUnknown: "fulfils what it was not told"
        case .request(let wishes, let name):
            "asks\(name.map { " as \($0)" } ?? ""): " + wishes.map(\.description).joined(separator: ", then ")
        case .ask(let wish): "asks the call's object: \(wish)"
        case .requestStartCall(let app): "asks \(app.isEmpty ? "any app" : app) to start a call"
        case .registerShell(let wish): "becomes a shell that wishes \(wish)"
        case .setShellState(let wish): "is a shell that wishes \(wish)"
        case .silence(let call): "silences \(call.map { "call \($0)" } ?? "all calls")"
        case .setRoute(let route): "routes to \(route)"
        case .registerDirectory(let verdict): "becomes the directory, \(verdict) when late"
        case .switchOff(let app): "switches off \(app ?? "no app")"
        case .answerScreening(let call, let verdict): "answers \(verdict) about call \(call)"
        case .identify(let call): "names the caller of call \(call)"
        case .subscribe: "subscribes"
        case .unsubscribe: "unsubscribes"
        case .look: "reads all objects"
        case .lookAtAudio: "reads the audio"
        case .leave: "leaves the bus"
        case .kill(let step, let downtime, let again):
            "kills the service at step \(step), for \(downtime) µs" + again.map { ", then at step \($0)" }.joined()
        }
    }
}

extension Deed.Wish: CustomStringConvertible {
    var description: String {
        switch kind {
        case .start(let app, let emergency): "start \(emergency ? "emergency " : "")call \(call) at \(app)"
        case .answer: "answer call \(call)"
        case .end: "end call \(call)"
        case .hold(let held): "\(held ? "hold" : "resume") call \(call)"
        case .mute(let muted): "\(muted ? "mute" : "unmute") call \(call)"
        case .group(let other?): "merge call \(call) with call \(other)"
        case .group(nil): "split call \(call)"
        case .tones: "play a tone to call \(call)"
        }
    }
}

extension Deed.Told: CustomStringConvertible {
    var description: String { "\(action) of call \(call)\(count > 1 ? ", no. \(count)" : "")" }
}
