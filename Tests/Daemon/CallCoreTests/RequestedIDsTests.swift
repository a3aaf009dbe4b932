// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Requesters may choose the ids of their transactions and actions.
struct RequestedIDsTests {
    var world: World
    let one = TransactionID(high: 9, low: 1)
    let two = TransactionID(high: 9, low: 2)

    init() throws {
        world = try World()
        try world.ring(a)
    }

    private func action(_ number: UInt64) -> ActionID { ActionID(high: 9, low: number) }

    private func request(_ name: TransactionID?, _ items: (CallID, ActionKind, UInt64?)...) -> Request {
        var request = Request(items.map { Request.Item(call: $0.0, kind: $0.1, identifier: $0.2.map(action)) })
        request.transaction = name
        return request
    }

    @discardableResult
    private mutating func ask(_ request: Request, from caller: Caller = .user) throws -> [String] {
        try world.command(.request(request), from: caller)
    }

    private mutating func refusal(_ request: Request, from caller: Caller = .user) -> CallError.Code? {
        world.refusal { try $0.command(.request(request), from: caller) }
    }

    @Test mutating func `An app is told the ids that the requester chose`() throws {
        try ask(request(one, (a, .answer, 1), (a, .setMuted(true), 2)))
        #expect(world.transaction == one)
        let told = try world.told(a)
        #expect(told.transaction == one)
        #expect(told.announced.map(\.id) == [action(1), action(2)])
        #expect(try world.fulfil(a).contains("p must mute a"))
        #expect(try world.told(a).action.id == action(2))
    }

    @Test mutating func `An action without an id gets one from the registry`() throws {
        try ask(request(one, (a, .answer, nil), (a, .setMuted(true), 2)))
        let ids = try world.told(a).announced.map(\.id)
        #expect(ids[0] != ids[1] && ids[1] == action(2))
    }

    @Test mutating func `A repeated request gets its transaction and nothing else happens`() throws {
        let answer = request(one, (a, .answer, 1))
        try ask(answer)
        world.transaction = nil
        #expect(try ask(answer) == [])
        #expect(world.transaction == one)
        try world.fulfil(a)
        #expect(try ask(answer) == [])
        #expect(world.transaction == one)
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `A request that another had made gets that transaction, also when it is repeated later`() throws
    {
        try ask(request(one, (a, .answer, 1)), from: .app("q"))
        let answer = request(two, (a, .answer, 2))
        try ask(answer)
        #expect(world.transaction == one)
        try world.fulfil(a)
        world.transaction = nil
        #expect(try ask(answer) == [])
        #expect(world.transaction == one)
    }

    @Test mutating func `Neither another request nor another connection can use the id of a transaction`() throws {
        let answer = request(one, (a, .answer, 1))
        try ask(answer)
        for isOver in [false, true] {
            if isOver { try world.fulfil(a) }
            #expect(refusal(answer, from: .app("q")) == .invalidArgs)
            #expect(refusal(request(one, (a, .end, 2))) == .invalidArgs)
            #expect(refusal(request(one, (a, .answer, 2))) == .invalidArgs)
            var other = answer
            other.activationToken = "token"
            #expect(refusal(other) == .invalidArgs)
        }
    }

    @Test mutating func `The id of an action is refused while it is in use and for a while afterwards`() throws {
        try ask(request(one, (a, .answer, 1)))
        #expect(refusal(request(two, (a, .end, 1))) == .invalidArgs)
        #expect(refusal(request(nil, (a, .end, 1))) == .invalidArgs)
        try world.fulfil(a)
        #expect(refusal(request(two, (a, .end, 1))) == .invalidArgs)
        try ask(request(two, (a, .end, 2)))
        #expect(try world.told(a).action.id == action(2))
    }

    @Test mutating func `A request with one id for two actions is refused`() throws {
        #expect(refusal(request(one, (a, .answer, 1), (a, .setMuted(true), 1))) == .invalidArgs)
    }

    @Test mutating func `The ids of the registry's own transactions and actions are refused`() throws {
        try world.answer(a)
        let told = try world.told(a)
        #expect(refusal(request(told.transaction, (a, .end, 1))) == .invalidArgs)
        var end = request(one, (a, .end, nil))
        end.items[0].identifier = told.action.id
        #expect(refusal(end) == .invalidArgs)
        try world.fulfil(a)
        #expect(refusal(request(told.transaction, (a, .end, 1))) == .invalidArgs)
        #expect(refusal(end) == .invalidArgs)
    }

    @Test mutating func `A refused request leaves its ids free`() throws {
        #expect(refusal(request(one, (b, .end, 1))) == .unknownCallUUID)
        try ask(request(one, (a, .end, 1)))
        #expect(world.transaction == one)
    }

    @Test mutating func `The registry skips an id that a client has used`() throws {
        var source = world.domain.ids
        let foreseen: ActionID = source.next()
        var answer = request(one, (a, .answer, nil), (a, .setMuted(true), nil))
        answer.items[1].identifier = foreseen
        try ask(answer)
        let first = try world.told(a)
        #expect(first.announced.count == 2)
        #expect(first.announced[0].id != foreseen && first.announced[1].id == foreseen)
        try world.fulfil(a)
        #expect(try world.fulfil(a).last == "done")
    }

    @Test mutating func `The registry remembers a limited number of ids`() throws {
        var limits = Limits()
        limits.completedTransactions = 1
        limits.completedActions = 1
        world = try World(limits: limits)
        try world.talk(a)
        let mute = request(one, (a, .setMuted(true), nil))
        try ask(mute)
        try world.fulfil(a)
        try ask(request(two, (a, .setMuted(false), 2)))
        try world.fulfil(a)
        #expect(try ask(mute).first == "p must mute a")
        #expect(world.transaction == one)
    }
}
