// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The files of one baresip.
struct SipConfiguration {
    let name: String
    let host: String
    let address: String

    /// Writes a folder for that user.
    func write(for user: TestUser?) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for (file, text) in [
            "config": config(sounds: folder.url.path + "/no-sounds"), "accounts": account, "contacts": "",
            ".asoundrc": devices,
        ] {
            try folder.write(text, to: file)
        }
        if let user { chown(folder.url.path, user.uid, user.gid) }
        return folder
    }

    /// One without compression costs the least, and needs no resampling. The folder of sounds is missing, so that the
    /// program plays neither a ringtone nor the tone of ringing at the other side, which is of 440 Hz.
    private func config(sounds: String) -> String {
        """
        sip_listen \(host):\(LoopbackAddress.sipPort)
        net_interface \(host)
        ctrl_tcp_listen \(host):\(LoopbackAddress.controlPort)
        audio_path \(sounds)
        audio_player alsa,\(name)-out
        audio_source alsa,\(name)-mic
        call_hold_other_calls no
        module_path \(Self.modules)
        module g711.so
        module alsa.so
        module_app account.so
        module_app contact.so
        module_app menu.so
        module_app ctrl_tcp.so

        """
    }

    private var account: String { "<\(address)>;regint=0;answermode=manual;audio_codecs=pcmu/\(Tone.rate)/1\n" }

    /// ALSA's names for the devices of the sound server.
    private var devices: String {
        ["out", "mic"].map { "pcm.\(name)-\($0) { type pulse device \"\(name)-\($0)\" }\n" }.joined()
    }

    /// The folder of the program's modules; empty = it is not installed.
    static let modules =
        ["/usr/lib/baresip/modules", "/usr/lib64/baresip/modules"].first {
            FileManager.default.fileExists(atPath: $0)
        } ?? ""
}
