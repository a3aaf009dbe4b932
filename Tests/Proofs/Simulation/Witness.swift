// SPDX-License-Identifier: MIT

internal import BusTesting

/// A broken rule.
public struct Violation: Error, CustomStringConvertible, Sendable {
    /// The rule. A shortened story must break the same one.
    public let sentence: String
    /// The facts that break the rule; may be empty.
    public let detail: String

    init(_ sentence: String, _ detail: String = "") {
        self.sentence = sentence
        self.detail = detail
    }

    /// The rule and the facts.
    public var description: String { detail.isEmpty ? sentence : "\(sentence) \(detail)" }
}

/// Reads the messages from and to the service as the clients see them, and throws when one breaks a rule. Its memory
/// does not grow with time.
struct Witness {
    /// The state of one connection.
    struct Client {
        /// The client's number in the cast.
        let number: Int
        /// The calls without a reply, by serial.
        var waiting: [UInt32: Deed] = [:]
        /// The transactions that were accepted and are not completed.
        var accepted: Set<String> = []
        var view = View()
        /// Whether a kill of the service took the reply to a request. The transaction may exist all the same.
        var hasUnansweredRequests = false
        /// The transactions that completed in the last life of the service. It may tell of the last one again.
        var completed: Set<String> = []
    }

    /// An action that a provider was told to perform and has not completed.
    struct Task {
        let client: String
        let transaction: String
        let call: Int
        let deadline: UInt64
        /// Whether the service was killed since. Its deadline may begin anew, and its completion may be lost.
        var hasCrossed = false
    }

    /// The clients on the bus, by unique name.
    private(set) var clients: [String: Client] = [:]
    private(set) var tasks: [String: Task] = [:]
    /// The ids of actions, and in `meaning` the actions of ids.
    private(set) var told = Memory<Deed.Told, String>(capacity: 4_096)
    private var meaning = Memory<String, Deed.Told>(capacity: 4_096)
    private var count = Memory<String, Int>(capacity: 4_096)
    /// The actions that are over, and those that were completed before their turn.
    private var past = Memory<String, Bool>(capacity: 1_024)
    private var early = Memory<String, Bool>(capacity: 1_024)
    /// The actions whose completion got no reply, because the service was killed.
    private var uncertain = Memory<String, Bool>(capacity: 1_024)
    /// The actions that a report of their app may have fulfilled. The app may fulfil such an action afterwards.
    private var reported = Memory<String, Bool>(capacity: 1_024)
    /// The calls that an app has reported as connected, perhaps before it was told to start them.
    private var connected = Memory<Int, Bool>(capacity: 1_024)
    /// The apps that the user has switched off at any time. Their refused calls stay refused.
    private var switchedOff: Set<String> = []
    /// The apps that reported a known call again in this turn. One that has the audio is told so again.
    private var reporters: Set<String> = []
    /// The completions that clients have heard: the client and the transaction.
    private var heard = Memory<String, Bool>(capacity: 1_024)
    /// The transactions that the service returned for named requests.
    private var answers = Memory<String, String>(capacity: 1_024)
    /// The app that was last told that it has the audio, with its connection; nil = none.
    private var session: (client: String, app: String)?
    /// The clients that left in this turn. The service may still send them something.
    private var leaving: Set<String> = []
    /// `behind` was told while `action` of the same transaction was open: a violation if `action` stays open.
    private var suspects: [(action: String, behind: String)] = []
    /// The number of completed transactions.
    private(set) var completions = 0
    /// Whether the app that has the audio may have been invalidated by the killed service, which tells it nothing.
    private var isSessionDoubtful = false
    private var wasKilled = false
    /// Whether the service performs what its killed predecessor owed.
    private var isContinuing = false

    // MARK: Messages to the service

    mutating func join(_ name: String, number: Int) { clients[name] = Client(number: number) }

    mutating func leave(_ name: String) {
        clients[name] = nil
        leaving.insert(name)
        tasks = tasks.filter { $0.value.client != name }
        if session?.client == name { session = nil }
    }

    mutating func call(_ serial: UInt32, from name: String, _ deed: Deed) {
        clients[name]?.waiting[serial] = deed
        if case .switchOff(let app?) = deed { switchedOff.insert(app) }
    }

    // MARK: Messages from the service

    mutating func hear(_ message: BusMessage, at now: UInt64) throws(Violation) {
        let name = message.destination ?? ""
        guard clients[name] != nil else {
            // The service does not watch for the loss of a client that waits for a transaction.
            guard leaving.contains(name) || message.member == "TransactionCompleted" else {
                throw Violation("Nobody is sent anything after it has left.", "\(message)")
            }
            return
        }
        switch message.kind {
        case .methodReturn, .error: try hear(reply: message, for: name)
        case .signal: try hear(signal: message, for: name, at: now)
        case .methodCall, nil: throw Violation("The service calls nobody.", "\(message)")
        }
    }

    private mutating func hear(reply: BusMessage, for name: String) throws(Violation) {
        guard let deed = clients[name]?.waiting.removeValue(forKey: reply.replySerial) else {
            throw Violation("Every call is answered once.", "\(reply)")
        }
        if let error = reply.error {
            let isStandard = ["InvalidArgs", "AccessDenied", "UnknownObject"].contains(error.shortName)
            guard isStandard || error.name.hasPrefix("org.monkeycall.CallManager.Error.") else {
                throw Violation("Every error is one of the contract's.", "\(deed): \(error)")
            }
            if error.name.hasSuffix(".FilteredByUser"), !mayBeRefusedByUser(deed) {
                throw Violation("The user's switch refuses only reports of an app that was switched off.", "\(deed)")
            }
            return
        }
        switch deed {
        case .request(_, let number): try accept(reply.arguments.first?.string ?? "", from: name, named: number)
        case .ask: clients[name]?.accepted.insert(reply.arguments.first?.string ?? "")
        case .complete(let action, let succeeded): try complete(action, succeeded)
        case .connected: noteReport(deed)
        case .exists(let app, _, _, _):
            reporters.insert(app)
            noteReport(deed)
        case .invalidate(let app): if session?.app == app { session = nil }
        case .unsubscribe: clients[name]?.view = View()
        case .look:
            if clients[name]?.number == Cast.stranger, reply.arguments.first?.entries?.isEmpty == false {
                throw Violation(Self.privacy, "\(reply)")
            }
            try object("The signals tell what the objects are.", clients[name]?.view.read(reply))
        case .lookAtAudio: try object("The signals tell how the audio is.", clients[name]?.view.readAudio(reply))
        case .register, .configure, .ring, .connecting, .ended, .canHold, .onHold, .completeUnknown, .requestStartCall,
            .registerShell, .setShellState, .silence, .setRoute, .subscribe, .registerDirectory, .switchOff,
            .answerScreening, .identify, .leave, .kill:
            break
        }
    }

    /// A call of a modem never is.
    private func mayBeRefusedByUser(_ deed: Deed) -> Bool {
        switch deed {
        case .ring(let app, _, _, _), .exists(let app, _, _, _): app != Cast.modem && switchedOff.contains(app)
        default: false
        }
    }

    /// A repeated request gets the same transaction as before, which may already be completed.
    private mutating func accept(_ transaction: String, from name: String, named number: Int?) throws(Violation) {
        if let number {
            let request = "\(name) \(number)"
            guard answers[request] == nil else {
                if answers[request] == transaction { return }
                throw Violation("A repeated request gets the same transaction.", "\(request): \(transaction)")
            }
            answers.put(transaction, for: request)
            // The first reply died with the service, and the client has heard of the completion.
            if clients[name]?.hasUnansweredRequests == true, heard["\(name) \(transaction)"] == true { return }
        }
        clients[name]?.accepted.insert(transaction)
    }

    private static let privacy = "Nobody hears of another user's calls."

    /// A report shows that the app has done these actions of its call. The service may have ended them.
    private mutating func noteReport(_ report: Deed) {
        let (call, actions): (Int, Set<String>)
        switch report {
        case .connected(let number):
            connected.put(true, for: number)
            (call, actions) = (number, ["start-call", "answer-call"])
        case .exists(_, let number, _, _): (call, actions) = (number, ["start-call", "answer-call", "set-held"])
        default: return
        }
        for (id, task) in tasks where task.call == call && meaning[id].map({ actions.contains($0.action) }) == true {
            reported.put(true, for: id)
        }
    }

    private mutating func complete(_ action: Deed.Told, _ succeeded: Bool) throws(Violation) {
        guard let id = told[action] else { return }
        if tasks.removeValue(forKey: id) != nil {
            past.put(true, for: id)
        } else if reported[id] == true, succeeded {
            return
        } else if past[id] != nil || early[id] != nil {
            throw Violation("An action ends once.", "\(action)")
        } else {
            early.put(true, for: id)
        }
    }

    private mutating func hear(signal: BusMessage, for name: String, at now: UInt64) throws(Violation) {
        guard let member = signal.member else { return }
        if clients[name]?.number == Cast.stranger { throw Violation(Self.privacy, "\(signal)") }
        let provider = signal.arguments.first?.string ?? ""
        switch member {
        case "InterfacesAdded", "InterfacesRemoved", "PropertiesChanged":
            let objection = clients[name]?.view.hear(signal)
            // After a kill an object may be announced, or announced as gone, a second time.
            if !isContinuing { try object("The signals make sense.", objection) }
        case "TransactionCompleted":
            completions += 1
            heard.put(true, for: "\(name) \(provider)")
            if clients[name]?.accepted.remove(provider) != nil {
                clients[name]?.completed.insert(provider)
            } else if !mayRepeat(provider, for: name) {
                throw Violation("Every accepted transaction completes exactly once.", "\(signal)")
            }
        case "DidActivateAudioSession":
            let isRepeated = reporters.remove(provider) != nil
            if let session, !isContinuing, !isSessionDoubtful, !isRepeated || session != (name, provider) {
                throw Violation("Never two have the audio.", "\(session.app) has it, \(provider) gets it")
            }
            session = (name, provider)
            isSessionDoubtful = false
        case "DidDeactivateAudioSession":
            // After a kill an activation that may have been sent is taken back first.
            if isContinuing, session == nil { break }
            guard let holder = session, holder == (name, provider) else {
                throw Violation("Only who has the audio loses it.", "\(provider) loses it")
            }
            session = nil
        case "TimedOutPerformingAction":
            let id = signal.arguments[1].string ?? ""
            guard let task = tasks.removeValue(forKey: id), task.client == name else {
                if uncertain[id] != nil { break }
                throw Violation("Only what was told and is not over times out.", "\(signal)")
            }
            guard task.deadline == now || task.hasCrossed else {
                throw Violation("An action times out at its deadline.", "\(signal)")
            }
            past.put(true, for: id)
        case "ScreenCall":
            guard clients[name]?.number == Cast.directory else {
                throw Violation("Only the directory is asked about calls.", "\(signal)")
            }
        default:
            if member.hasPrefix("Perform") { try perform(signal, member, for: name, at: now) }
        }
    }

    private mutating func perform(
        _ signal: BusMessage, _ member: String, for name: String, at now: UInt64
    ) throws(Violation) {
        let (id, call) = (signal.arguments[1].string ?? "", CallNumber.parse(signal.arguments[2].string ?? "") ?? 0)
        let details = signal.details
        let transaction = details?["Transaction"]?.string ?? ""
        let deadline = UInt64(details?["Deadline"]?.int ?? 0)
        note(id, call: call, Self.word(member))
        if member.contains("StartCall") { try Self.checkEmergency(signal) }
        for action in details?["Actions"]?.elements ?? [] {
            let other = CallNumber.parse(action["Call"]?.string ?? "") ?? 0
            note(action["Identifier"]?.string ?? "", call: other, action["Action"]?.string ?? "")
        }
        if details?["Again"]?.bool == true {
            // The first signal may have died with the service.
            let mayBeLost = wasKilled && past[id] == nil && early[id] == nil
            guard tasks[id]?.hasCrossed == true || uncertain[id] != nil || mayBeLost, !member.contains("StartCall"),
                !member.contains("DTMF")
            else { throw Violation("Only an action from before a restart is told again.", "\(member) of call \(call)") }
            tasks[id] = Task(client: name, transaction: transaction, call: call, deadline: deadline, hasCrossed: true)
            return
        }
        guard tasks[id] == nil, past[id] == nil, early[id] == nil else {
            throw Violation("An action is told once, and not after it was done.", "\(member) of call \(call)")
        }
        guard deadline > now else { throw Violation("There is time to do what is told.", "\(signal)") }
        for (other, task) in tasks where task.transaction == transaction { suspects.append((other, id)) }
        tasks[id] = Task(client: name, transaction: transaction, call: call, deadline: deadline)
        if member.contains("StartCall"), connected[call] == true { reported.put(true, for: id) }
    }

    /// Names an action by its call, kind and count: its id is another one when the story is another one.
    private mutating func note(_ id: String, call: Int, _ word: String) {
        guard meaning[id] == nil else { return }
        let number = (count["\(word) \(call)"] ?? 0) + 1
        count.put(number, for: "\(word) \(call)")
        let name = Deed.Told(call: call, action: word, count: number)
        meaning.put(name, for: id)
        told.put(id, for: name)
    }

    /// The word of an action, from the member of a Perform signal.
    private static func word(_ member: String) -> String {
        switch member {
        case "PerformStartCallAction": "start-call"
        case "PerformAnswerCallAction": "answer-call"
        case "PerformEndCallAction": "end-call"
        case "PerformSetHeldCallAction": "set-held"
        case "PerformSetMutedCallAction": "set-muted"
        case "PerformSetGroupCallAction": "set-group"
        default: "play-dtmf"
        }
    }

    /// The action of an id; nil = a provider was never told it.
    func name(of action: String) -> Deed.Told? { meaning[action] }

    // MARK: A kill of the service

    /// The service was killed. Its clients get no reply to what they asked last.
    mutating func serviceWasKilled() {
        for name in clients.keys {
            for deed in clients[name].map({ Array($0.waiting.values) }) ?? [] { doubt(deed, of: name) }
            clients[name]?.waiting = [:]
        }
        for id in tasks.keys { tasks[id]?.hasCrossed = true }
        suspects = []
        (wasKilled, isContinuing) = (true, true)
    }

    mutating func serviceHasContinued() { isContinuing = false }

    private mutating func doubt(_ deed: Deed, of name: String) {
        switch deed {
        case .request, .ask: clients[name]?.hasUnansweredRequests = true
        case .complete(let action, _): if let id = told[action] { uncertain.put(true, for: id) }
        case .invalidate(let app): isSessionDoubtful = isSessionDoubtful || session?.app == app
        case .unsubscribe: clients[name]?.view = View()
        case .connected, .exists: noteReport(deed)
        default: break
        }
    }

    /// A completion is told again after a kill, and also if its request got no reply.
    private func mayRepeat(_ transaction: String, for name: String) -> Bool {
        isContinuing && clients[name]?.completed.contains(transaction) == true
            || clients[name]?.hasUnansweredRequests == true
    }

    // MARK: Between turns

    /// The fate of an action that its app has not completed.
    enum Fate {
        case open
        /// Its call has ended, or is ending.
        case callIsOver
        /// Its transaction is over.
        case transactionIsOver
        /// The action is gone, its transaction is still open, and its call has not ended.
        case lost
    }

    /// Checks the rules at the end of a turn. A timer or the deeds of clients made this turn.
    mutating func endTurn(
        at now: UInt64, ofTimer isTimer: Bool, fate: (String, Task) -> Fate
    ) throws(Violation) {
        for (id, task) in tasks {
            switch fate(id, task) {
            case .open:
                reported.put(false, for: id)
                continue
            case .callIsOver: break
            case .transactionIsOver:
                if isTimer, task.deadline == now, !task.hasCrossed {
                    throw Violation("What is not done in time is told to have timed out.", describe(id))
                }
            case .lost where uncertain[id] != nil: break
            case .lost:
                // An end replaces a hold of the call. If the end fails, even in this turn, the hold is told again.
                if meaning[id]?.action == "set-held" || reported[id] == true { break }
                throw Violation("An action ends by its app, its deadline, or the end of its call.", describe(id))
            }
            tasks[id] = nil
            past.put(true, for: id)
        }
        for (id, task) in tasks where task.deadline < now && !task.hasCrossed {
            throw Violation("No action outlives its deadline.", "\(describe(id)) of \(task.client)")
        }
        for (first, second) in suspects where tasks[first] != nil {
            throw Violation(
                "The actions of a transaction are told one at a time.",
                "\(describe(second)) while \(describe(first)) is open")
        }
        suspects = []
        leaving = []
        if !isContinuing { for name in clients.keys { clients[name]?.completed = [] } }
        reporters = []
        for client in clients.values { try object("Calls are with providers, and end.", client.view.absurdity) }
    }

    /// Checks the rules when everything rests.
    func end() throws(Violation) {
        for (name, client) in clients {
            if let deed = client.waiting.values.first {
                throw Violation("Every call is answered once.", "\(name) waits: \(deed)")
            }
            if !client.accepted.isEmpty {
                throw Violation("Every accepted transaction completes exactly once.", "\(name) waits in vain")
            }
        }
        if let id = tasks.keys.first { throw Violation("Every action ends.", describe(id)) }
    }

    private func describe(_ action: String) -> String { meaning[action].map { "\($0)" } ?? action }

    private func object(_ sentence: String, _ objection: String?) throws(Violation) {
        if let objection { throw Violation(sentence, objection) }
    }
}
