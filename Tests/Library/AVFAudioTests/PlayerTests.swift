// SPDX-License-Identifier: MIT

import BusTesting
// Compiling it compares the declarations in CSound with the headers of the libraries.
import CSoundCheck
import Foundation
import Testing

/// Players of sounds at real sound servers: the tests measure what the loudspeaker plays.
struct PlayerTests {
    @Test(arguments: SoundServer.Kind.allCases)
    func `A sound is heard until its pause, and continues where it was`(_ kind: SoundServer.Kind) throws {
        let app = try SoundApp(kind)
        try app.load(seconds: 60)
        #expect(try app.sound("facts") == "60.0 s, 1 channels, is silent")
        #expect(try app.sound("play") == "plays true")
        try app.expectTone()
        #expect(try app.sound("facts") == "60.0 s, 1 channels, plays")
        try app.sound("pause")
        try app.expectSilence()
        let place = try #require(Double(app.sound("time")))
        #expect(place > 0 && place < 60)
        #expect(try Double(app.sound("time")) == place)
        #expect(try app.sound("play") == "plays true")
        #expect(try #require(Double(app.sound("time"))) >= place)
        try app.expectTone()
        try app.sound("stop")
        try app.expectSilence()
        #expect(try #require(Double(app.sound("time"))) > place)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A short sound is repeated without end, until there are no more repetitions`(_ kind: SoundServer.Kind) throws {
        let app = try SoundApp(kind)
        try app.load(seconds: 0.1)
        try app.sound("loops -1")
        try app.sound("play")
        try app.expectTone(lasting: 10)
        #expect(try #require(Double(app.sound("time"))) <= 0.1)
        try app.sound("loops 0")
        #expect(try app.waitForLine() == "finished true")
        #expect(try app.sound("facts") == "0.1 s, 1 channels, is silent")
        #expect(try app.sound("time") == "0.0")
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The delegate hears the end once, on the main thread and not before the last sample`(
        _ kind: SoundServer.Kind
    ) throws {
        let app = try SoundApp(kind)
        try app.load(seconds: 0.5)
        try app.sound("loops 3")
        let start = Date()
        try app.sound("play")
        #expect(try app.waitForLine() == "finished true")
        #expect(Date().timeIntervalSince(start) > 1.9)
        #expect(try app.tell("settle") == [])
        // It can be played again.
        try app.sound("loops 0")
        try app.sound("play")
        #expect(try app.waitForLine() == "finished true")
    }

    @Test func `A sound begins at its time`() throws {
        let app = try SoundApp()
        try app.load(seconds: 0.2)
        let start = Date()
        #expect(try app.sound("play-in 1.5") == "plays true")
        #expect(try app.sound("facts") == "0.2 s, 1 channels, plays")
        #expect(try app.sound("time") == "0.0")
        #expect(try app.waitForLine() == "finished true")
        #expect(Date().timeIntervalSince(start) > 1.6)
    }

    @Test func `An app can go to another place while the sound plays`() throws {
        let app = try SoundApp()
        try app.load(seconds: 60)
        try app.sound("play")
        try app.expectTone()
        try app.sound("seek 59.9")
        #expect(try app.waitForLine() == "finished true")
    }

    @Test func `The volume of a player leaves the volume in the mixer alone`() throws {
        let app = try SoundApp()
        try app.load(seconds: 1)
        try app.sound("loops -1")
        try app.sound("volume 0.5")
        try app.sound("play")
        try app.expectTone(0.1..<0.19)
        try app.sound("fade 1 0.3")
        try app.expectTone()
        try app.sound("fade 0 0.3")
        try app.expectSilence()
        try app.expectStream(with: "100%")
    }

    @Test func `A sound is part of a call while the category of the session is for calls`() throws {
        let app = try SoundApp()
        try app.load(seconds: 1)
        try app.sound("loops -1")
        try app.sound("play")
        try app.expectStream(with: "media.name = \"1.0.wav\"")
        #expect(try !app.server.pactl("list", "sink-inputs").contains("media.role"))
        try app.sound("stop")
        #expect(try app.sound("prepare") == "prepared true")
        try app.tell("category playAndRecord")
        try app.sound("play")
        try app.expectStream(with: "media.role = \"phone\"")
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The delegate hears that the server is gone, and the sound continues at the next server`(
        _ kind: SoundServer.Kind
    ) throws {
        let app = try SoundApp(kind)
        try app.load(seconds: 120)
        try app.sound("play")
        try app.expectTone()
        try app.server.stop()
        #expect(try app.waitForLine() == "finished false")
        #expect(try app.sound("facts") == "120.0 s, 1 channels, is silent")
        #expect(try app.sound("play") == "plays false")
        try app.server.start()
        try app.server.setDefault("speaker")
        #expect(try app.sound("play") == "plays true")
        try app.expectTone()
    }

    @Test func `A server that hangs delays only the sound`() throws {
        let app = try SoundApp(.pulseAudio)
        try app.load(seconds: 60)
        app.server.hang()
        #expect(try app.sound("play") == "plays true")
        #expect(try app.sound("facts") == "60.0 s, 1 channels, plays")
        #expect(try app.sound("time") == "0.0")
        app.server.wake()
        try app.expectTone()
        app.server.hang()
        try app.sound("stop")
        #expect(try app.soundThreads() == 0)
        app.server.wake()
    }

    @Test func `An app has the libraries and a thread for sound only while it needs them`() throws {
        let app = try SoundApp()
        #expect(try !app.hasLoaded("libpulse") && !app.hasLoaded("libsndfile"))
        try app.load(seconds: 60)
        #expect(try !app.hasLoaded("libpulse") && app.hasLoaded("libsndfile"))
        #expect(try app.sound("prepare") == "prepared true")
        #expect(try app.soundThreads() == 1)
        // The server may tell the stream meanwhile that the device is in use. A stream that plays would wake up more
        // often.
        let before = try app.wakeUps()
        try app.expectSilence(lasting: 10)
        #expect(try app.wakeUps() - before < 8)
        try app.sound("play")
        try app.expectTone()
        try app.sound("pause")
        #expect(try app.soundThreads() == 0)
        try app.sound("play")
        try app.sound("forget")
        #expect(try app.soundThreads() == 0)
        try app.expectSilence()
    }

    @Test(arguments: ["wav", "flac", "ogg", "mp3", "aiff", "caf"])
    func `Sounds of every usual format are heard`(_ format: String) throws {
        let app = try SoundApp()
        try app.sound("data \(app.file(seconds: 3, as: format))")
        let words = try app.sound("facts").split(separator: " ")
        let length = try #require(words.first.flatMap { Double($0) })
        #expect(abs(length - 3) < 0.1)
        try app.sound("loops -1")
        try app.sound("play")
        try app.expectTone()
        try app.sound("stop")
        try app.sound("loops 0")
        try app.sound("seek 2.9")
        try app.sound("play")
        #expect(try app.waitForLine() == "finished true")
    }

    @Test func `Errors say why a file is no sound`() throws {
        let app = try SoundApp()
        #expect(
            try app.sound("file /nonexistent.wav")
                == "refused: ? NSOSStatusErrorDomain 2003334207: Cannot open /nonexistent.wav: No such file or directory. "
                + "Check the path.")
        let text = try app.write(Data("no sound".utf8), to: "text.wav")
        let unknownType = "refused: ? NSOSStatusErrorDomain 1954115647: "
        let refusal = try app.sound("file \(text)")
        #expect(refusal.hasPrefix("\(unknownType)\(text) has no sound that can be played"))
        let empty = try app.write(Data(), to: "empty.wav")
        #expect(try app.sound("data \(empty)").hasPrefix("\(unknownType)the data has no sound"))
    }

    @Test func `A file that is damaged in the middle ends with an error`() throws {
        let app = try SoundApp()
        var sound = try Data(contentsOf: URL(fileURLWithPath: app.file(seconds: 3, as: "flac")))
        sound.resetBytes(in: sound.count / 2..<sound.count)
        try app.sound("file \(app.write(sound, to: "damaged.flac"))")
        try app.sound("loops -1")
        try app.sound("play")
        #expect(try app.waitForLine().hasPrefix("damaged: ? NSOSStatusErrorDomain 1685348671: The sound is damaged"))
        #expect(try app.waitForLine() == "finished false")
    }

    @Test func `A sound without samples ends at once`() throws {
        let app = try SoundApp()
        try app.load(seconds: 0)
        try app.sound("loops -1")
        try app.sound("play")
        #expect(try app.waitForLine() == "finished true")
    }
}
