;; Reads texts with string->uri-reference of Guile's (web uri).
;;
;; Input: one text per line, as hexadecimal UTF-8. Output: see tools/outside/lab/README.md.
(use-modules (web uri) (ice-9 rdelim) (rnrs bytevectors) (ice-9 format))

(define (decode line)
  (let* ((n (quotient (string-length line) 2)) (bytes (make-bytevector n)))
    (do ((i 0 (+ i 1))) ((= i n) (utf8->string bytes))
      (bytevector-u8-set! bytes i (string->number (substring line (* 2 i) (* 2 (+ i 1))) 16)))))

(define (encode value)
  (cond ((not value) "-")
        ((string? value)
         (string-concatenate
          (map (lambda (b) (string-append (if (< b 16) "0" "") (number->string b 16)))
               (bytevector->u8-list (string->utf8 value)))))
        (else (encode (object->string value display)))))

(define (answer text)
  (let ((u (string->uri-reference text)))
    (if u
        (string-join (cons "1" (map encode (list (uri-scheme u) (uri-host u) (uri-port u) (uri-path u) (uri-userinfo u)))) "\t")
        (string-append "0\t" (encode "#f")))))

(format #t "= ~a\n" (version))
(do ((line (read-line) (read-line))) ((eof-object? line))
  (display (catch #t (lambda () (answer (decode line)))
             (lambda (key . rest) (string-append "0\t" (encode (object->string key display))))))
  (newline))
